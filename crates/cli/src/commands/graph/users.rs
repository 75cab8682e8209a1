//! `bauta graph users`: who may use a store.

use std::path::PathBuf;

use bauta_store::Error;
use bauta_store::access::{Role, Users};
use clap::{Args, Subcommand};

use super::store::FolderArgs;
use crate::commands::{DONE, NO};
use crate::output::Screen;

#[derive(Args)]
pub struct UsersArgs {
    #[command(subcommand)]
    pub action: UsersAction,
}

/// What to do about users.
#[derive(Subcommand)]
pub enum UsersAction {
    /// Names, roles and rights
    List(FolderArgs),
    /// Add a user, or give one a new token; the token is shown this once
    Add {
        /// The store's folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// The name
        name: String,
        /// dpo, dba, analyst, developer or public
        #[arg(long, value_parser = role, value_name = "ROLE")]
        role: Role,
        /// A DBA or an analyst who may see and change exact data
        #[arg(long)]
        privileged: bool,
        /// The only graphs that the user sees; default is the default graph
        #[arg(long, value_name = "GRAPH")]
        graph: Vec<String>,
    },
    /// Remove a user: exit 1 if there is none
    Remove {
        /// The store's folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// The name
        name: String,
    },
}

fn role(text: &str) -> std::result::Result<Role, String> {
    serde_json::from_value(serde_json::Value::String(text.to_owned()))
        .map_err(|_| "dpo, dba, analyst, developer or public".to_owned())
}

pub fn run(args: &UsersArgs, screen: &Screen) -> std::result::Result<u8, Error> {
    match &args.action {
        UsersAction::List(args) => {
            list(&Users::open(&args.folder)?, screen);
            Ok(DONE)
        }
        UsersAction::Add {
            folder,
            name,
            role,
            privileged,
            graph,
        } => {
            let graphs = (!graph.is_empty()).then(|| graph.clone());
            let token = Users::open(folder)?.add(name, *role, *privileged, graphs)?;
            if screen.json {
                screen.print_json(&serde_json::json!({ "name": name, "token": token }));
            } else {
                screen.print(&token);
            }
            screen.note(screen.say(
                "This token is shown this once: keep it safe.",
                "Ce jeton n'est montré qu'une fois : gardez-le en lieu sûr.",
            ));
            Ok(DONE)
        }
        UsersAction::Remove { folder, name } => Ok(if Users::open(folder)?.remove(name)? {
            DONE
        } else {
            NO
        }),
    }
}

fn list(users: &Users, screen: &Screen) {
    let all = users.list();
    let word = |role: Role| {
        serde_json::to_value(role)
            .ok()
            .and_then(|own| own.as_str().map(str::to_owned))
            .unwrap_or_default()
    };
    if screen.json {
        let one = |own: &bauta_store::access::User| serde_json::json!({ "name": own.name, "role": own.role, "privileged": own.privileged, "graphs": own.graphs });
        screen.print_json(&all.iter().map(one).collect::<Vec<_>>());
        return;
    }
    let header = [
        screen.say("name", "nom"),
        screen.say("role", "rôle"),
        screen.say("privileged", "privilégié"),
        screen.say("graphs", "graphes"),
    ];
    let yes = |value: bool| {
        if value {
            screen.say("yes", "oui").to_owned()
        } else {
            screen.say("no", "non").to_owned()
        }
    };
    let row = |own: &bauta_store::access::User| {
        vec![
            own.name.clone(),
            word(own.role),
            yes(own.privileged || own.role == Role::Dpo),
            own.graphs.as_ref().map_or_else(
                || screen.say("all", "tous").to_owned(),
                |own| own.join(", "),
            ),
        ]
    };
    screen.tell(&screen.table(&header, all.iter().map(row).collect()));
}
