//! Who may do what: users with a role and a token, of which only a slow hash is kept.

mod file;
mod token;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use oxigraph::model::GraphName;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use self::file::{changed, read, save, turn};
use self::token::{glance, hexadecimal, parts, slow};
use crate::context::Context;
use crate::engine::View;
use crate::error::{Error, Result, Right, Said};

/// What somebody is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The data protection officer: may do everything.
    Dpo,
    /// The administrator of the data base: privileged if declared so.
    Dba,
    /// An analyst: privileged if declared so.
    Analyst,
    /// A developer of applications: never privileged.
    Developer,
    /// Anybody.
    Public,
}

/// A user.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct User {
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// Whether a DBA or an analyst sees private graphs.
    #[serde(default)]
    pub privileged: bool,
    /// The only graphs that the user sees; `default` is the default graph. Without it, all that the role sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graphs: Option<Vec<String>>,
    salt: String,
    hash: String,
    /// A few bits of the token, told quickly: most wrong tokens are not worth the slow hash. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    glance: Option<String>,
}

/// What is known of a token at a glance.
pub enum Glance {
    /// It was right before.
    Known(Caller),
    /// It is wrong.
    Wrong,
    /// Only the slow hash tells.
    Perhaps,
}

/// A caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The name; none for a caller without a token.
    pub name: Option<String>,
    /// The role.
    pub role: Role,
    privileged: bool,
    graphs: Option<Vec<String>>,
}

impl Caller {
    /// Somebody without a token.
    pub fn anybody() -> Caller {
        Caller {
            name: None,
            role: Role::Public,
            privileged: false,
            graphs: None,
        }
    }

    fn of(user: &User) -> Caller {
        let privileged = match user.role {
            Role::Dpo => true,
            Role::Dba | Role::Analyst => user.privileged,
            Role::Developer | Role::Public => false,
        };
        Caller {
            name: Some(user.name.clone()),
            role: user.role,
            privileged,
            graphs: user.graphs.clone(),
        }
    }

    /// Whether the caller has a right.
    ///
    /// # Errors
    /// When not.
    pub fn may(&self, right: Right) -> Result<()> {
        let has = match right {
            Right::ReadPrivate | Right::Update => self.privileged && self.graphs.is_none(),
            // A release is of all graphs, and so is the audit log.
            Right::Publish | Right::Administer => {
                self.privileged
                    && self.graphs.is_none()
                    && matches!(self.role, Role::Dpo | Role::Dba)
            }
        };
        if has {
            Ok(())
        } else {
            Err(Error::Forbidden(right))
        }
    }

    /// What the caller sees.
    pub fn view(&self, context: &Context) -> View {
        match (&self.graphs, self.privileged) {
            (None, true) => View::Whole,
            (None, false) => View::Public,
            (Some(graphs), privileged) => {
                let (graphs, context) = (graphs.clone(), context.clone());
                let sight = move |graph: &GraphName| {
                    let name = match graph {
                        GraphName::NamedNode(node) => node.as_str(),
                        GraphName::BlankNode(_) => return false,
                        GraphName::DefaultGraph => "default",
                    };
                    (privileged || !context.is_private(name))
                        && graphs.iter().any(|own| own == name)
                };
                View::Some(Arc::new(sight), privileged)
            }
        }
    }
}

/// All users.
pub struct Users {
    path: Option<PathBuf>,
    all: Mutex<Vec<User>>,
    /// When the file was changed that `all` is of: another process may add users.
    changed: Mutex<Option<SystemTime>>,
    /// Tokens that were right, by a keyed hash: the slow one is for those who guess.
    known: Mutex<HashMap<[u8; 32], String>>,
    key: [u8; 32],
}

impl Users {
    /// Nobody.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn none() -> Result<Users> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|_| Error::NoRandomness)?;
        Ok(Users {
            path: None,
            all: Mutex::default(),
            changed: Mutex::default(),
            known: Mutex::default(),
            key,
        })
    }

    /// Those of a store's folder.
    ///
    /// # Errors
    /// When the file fails or is wrong.
    pub fn open(folder: &Path) -> Result<Users> {
        let path = folder.join("users.json");
        let all = read(&path)?;
        let changed = Mutex::new(changed(&path));
        Ok(Users {
            path: Some(path),
            all: Mutex::new(all),
            changed,
            ..Users::none()?
        })
    }

    /// Reads the file again if another process has changed it. One that cannot be read leaves users as they were.
    fn refresh(&self) {
        let Some(path) = &self.path else { return };
        let mut known = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        let now = changed(path);
        if *known != now
            && let Ok(all) = read(path)
        {
            *self.all.lock().unwrap_or_else(PoisonError::into_inner) = all;
            self.known
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clear();
            *known = now;
        }
    }

    /// Adds a user, or gives one another role; answers the token, which is told this once.
    ///
    /// # Errors
    /// When the name is wrong or the file fails.
    pub fn add(
        &self,
        name: &str,
        role: Role,
        privileged: bool,
        graphs: Option<Vec<String>>,
    ) -> Result<String> {
        if name.is_empty()
            || !name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_@".contains(letter))
        {
            return Err(Error::Request(Said::new(
                "the name of a user has letters, digits, - _ and @ only",
                "le nom d'un utilisateur n'a que des lettres, des chiffres, - _ et @",
            )));
        }
        if privileged && matches!(role, Role::Developer | Role::Public) {
            return Err(Error::Request(Said::new(
                "a developer and the public are never privileged; take the role dba or analyst",
                "un développeur et le public ne sont jamais privilégiés ; prenez le rôle dba ou analyst",
            )));
        }
        let mut bytes = [0; 48];
        getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
        let (secret, salt) = bytes.split_at(32);
        let (secret, salt) = (hexadecimal(secret), hexadecimal(salt));
        let hash = slow(&secret, &salt)?;
        let user = User {
            name: name.to_owned(),
            role,
            privileged,
            graphs,
            glance: Some(glance(&secret, &salt)),
            salt,
            hash,
        };
        self.change(|all| {
            all.retain(|own| own.name != name);
            all.push(user);
        })?;
        Ok(format!("{name}.{secret}"))
    }

    /// Removes a user; false if there is none.
    ///
    /// # Errors
    /// When the file fails.
    pub fn remove(&self, name: &str) -> Result<bool> {
        self.change(|all| {
            let before = all.len();
            all.retain(|own| own.name != name);
            all.len() < before
        })
    }

    /// Changes the users as they are in the file now: since this one was opened, other processes may have changed it. One at a time.
    fn change<T>(&self, work: impl FnOnce(&mut Vec<User>) -> T) -> Result<T> {
        let _turn = self.path.as_deref().map(turn).transpose()?;
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changed = match &self.path {
            Some(path) => read(path)?,
            None => all.clone(),
        };
        let value = work(&mut changed);
        if let Some(path) = &self.path {
            save(path, &changed)?;
        }
        *all = changed;
        self.known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        Ok(value)
    }

    /// All of them.
    pub fn list(&self) -> Vec<User> {
        self.all
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What is known of a token without the slow hash.
    pub fn glance(&self, token: &str) -> Glance {
        self.refresh();
        let all = self.list();
        let known = self
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&self.fast(token))
            .cloned();
        if let Some(name) = known {
            let user = all.iter().find(|user| user.name == name);
            return user.map_or(Glance::Wrong, |user| Glance::Known(Caller::of(user)));
        }
        let (name, secret) = parts(token);
        match all.iter().find(|user| user.name == name) {
            Some(user) => match &user.glance {
                Some(own) if *own != glance(secret, &user.salt) => Glance::Wrong,
                _ => Glance::Perhaps,
            },
            None => Glance::Wrong,
        }
    }

    fn fast(&self, token: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.key, token.as_bytes()).as_bytes()
    }

    /// Who has a token; none if nobody has. Slow for a token that was not seen before.
    pub fn of_token(&self, token: &str) -> Option<Caller> {
        match self.glance(token) {
            Glance::Known(caller) => return Some(caller),
            Glance::Wrong => return None,
            Glance::Perhaps => {}
        }
        let (name, secret) = parts(token);
        let user = self.list().into_iter().find(|user| user.name == name)?;
        let own = slow(secret, &user.salt).ok()?;
        let right: bool = own.as_bytes().ct_eq(user.hash.as_bytes()).into();
        if !right {
            return None;
        }
        self.known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(self.fast(token), user.name.clone());
        Some(Caller::of(&user))
    }
}
