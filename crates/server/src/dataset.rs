//! A table that was opened: read once and kept, with its project.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bauta::project::{HierarchySource, Input, Project, VERSION};
use bauta::{InitOptions, Inspection, Opened, default_output, inspect, project_text};
use bauta_table::{Silent, Table};

use crate::answer::{Problem, Result};
use crate::confine;
use crate::histogram::{Bar, histogram};
use crate::language::Language;

/// The folder of uploaded hierarchies, inside a dataset's own.
const HIERARCHIES: &str = "hierarchies";
/// The folder of the population's table.
const POPULATION: &str = "population";

/// A table that was opened.
pub struct Dataset {
    /// `d` and a number.
    pub id: String,
    /// The file as the user knows it.
    pub name: String,
    /// Where the file is, with its sheet if one was named.
    locator: String,
    /// Where everything that belongs to it is.
    pub folder: PathBuf,
    root: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    project: Project,
    read: Arc<Read>,
}

/// A table as it was read, and what was found in it.
pub struct Read {
    /// Its rows, for the library.
    pub opened: Opened,
    /// Kinds, counts and proposed roles.
    pub inspection: Inspection,
    /// The bars of each column.
    pub histograms: Vec<Vec<Bar>>,
}

impl Read {
    /// Its rows.
    pub fn table(&self) -> &Table {
        self.opened.table()
    }
}

/// Where a new dataset comes from.
pub struct Origin {
    /// `d` and a number.
    pub id: String,
    /// The file as the user knows it.
    pub name: String,
    /// Where it is.
    pub locator: String,
    /// The folder of the dataset.
    pub folder: PathBuf,
    /// The folder that may be looked into.
    pub root: Option<PathBuf>,
}

impl Dataset {
    /// Reads a table and proposes a project for it.
    pub fn open(origin: Origin, language: Language) -> Result<Dataset> {
        let Origin {
            id,
            name,
            locator,
            folder,
            root,
        } = origin;
        let told = |error: &bauta::Error| Problem::of(error, language, &folder);
        let mut asked = Project::new(&locator);
        let read = read(&asked).map_err(|error| told(&error).shown(&error, &locator, language))?;
        asked.input.data.clone_from(&name);
        let options = InitOptions {
            input: asked.input,
            roles: Default::default(),
            output: default_output(&name),
            k: None,
        };
        let proposed =
            project_text(read.table(), &options, &Silent).map_err(|error| told(&error))?;
        let project =
            Project::parse(&proposed, "the proposed project").map_err(|error| told(&error))?;
        let state = Mutex::new(State {
            project,
            read: Arc::new(read),
        });
        Ok(Dataset {
            id,
            name,
            locator,
            folder,
            root,
            state,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table.
    pub fn read(&self) -> Arc<Read> {
        Arc::clone(&self.state().read)
    }

    /// The project.
    pub fn project(&self) -> Project {
        self.state().project.clone()
    }

    /// Another project; the table is read again where it is to be read in another way.
    pub fn set_project(&self, project: Project, language: Language) -> Result<Project> {
        if project.version != VERSION {
            return Err(Problem::wrong(
                language,
                format!("the version of the project must be {VERSION}"),
                format!("la version du projet doit être {VERSION}"),
            ));
        }
        let mut project = project;
        let sheet = self
            .sheet(&project.input.data)
            .map_or(String::new(), |sheet| format!("#{sheet}"));
        project.input.data = format!("{}{sheet}", self.name);
        let before = self.project().input;
        if before != project.input {
            let runnable = self.runnable(&project, language)?;
            let again =
                read(&runnable).map_err(|error| Problem::of(&error, language, &self.folder))?;
            self.state().read = Arc::new(again);
        }
        self.state().project = project.clone();
        Ok(project)
    }

    /// The table, where a project wants it read in the way in which it was read; none where it would have to be read again.
    pub fn read_for(&self, project: &Project) -> Option<Arc<Read>> {
        let state = self.state();
        let same = self.located(&state.project.input) == self.located(&project.input);
        same.then(|| Arc::clone(&state.read))
    }

    /// What a project reads, by its place on this machine.
    fn located(&self, input: &Input) -> Input {
        let sheet = self.sheet(&input.data);
        let sheet = sheet.map_or(String::new(), |sheet| format!("#{sheet}"));
        Input {
            data: format!("{}{sheet}", self.locator),
            ..input.clone()
        }
    }

    /// The sheet that a project names.
    fn sheet<'p>(&self, data: &'p str) -> Option<&'p str> {
        data.strip_prefix(&self.name)?.strip_prefix('#')
    }

    /// The project as it can be run here: its data are this dataset, its files below the folders of this session, and it writes
    /// nothing.
    pub fn runnable(&self, project: &Project, language: Language) -> Result<Project> {
        // Each of several tables names a file of its own.
        if !project.tables.is_empty() || !project.links.is_empty() {
            return Err(Problem::wrong(
                language,
                "a project of several tables is run on the command line (bauta run)",
                "un projet à plusieurs tables s'exécute en ligne de commande (bauta run)",
            ));
        }
        let mut project = project.clone();
        project.input = self.located(&project.input);
        // The rows are here, and an address in a file is nobody's wish to connect to it.
        project.input.engine = None;
        project.input.memory = None;
        project.output = Default::default();
        project.pseudonyms.mapping = None;
        project.pseudonyms.recipients.clear();
        project.pseudonyms.passphrase_file = None;
        let mut wrong = Vec::new();
        let mut confined = |file: &mut String| match self.file(file) {
            Some(path) => *file = path.display().to_string(),
            None => wrong.push(file.clone()),
        };
        for source in project.hierarchies.values_mut() {
            if let HierarchySource::File(file) = source {
                confined(file);
            }
        }
        let others = [
            &mut project.targets.population,
            &mut project.pseudonyms.key_file,
            &mut project.pseudonyms.same_as,
        ];
        others.into_iter().flatten().for_each(confined);
        let mut problems = wrong.iter().map(|file| no_file(file, language));
        match problems.next() {
            None => Ok(project),
            Some(mut first) => {
                first
                    .errors
                    .extend(problems.flat_map(|problem| problem.errors));
                Err(first)
            }
        }
    }

    /// A file that a project names: an uploaded hierarchy or population, or a file below the root.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let mut uploaded = [HIERARCHIES, POPULATION].into_iter();
        let uploaded =
            uploaded.find_map(|folder| confine::existing(&self.folder.join(folder), name));
        uploaded
            .or_else(|| confine::existing(self.root.as_ref()?, name))
            .filter(|path| path.is_file())
    }

    fn made(&self, name: &str) -> std::io::Result<PathBuf> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The folder of uploaded hierarchies, made if need be.
    pub fn hierarchy_folder(&self) -> std::io::Result<PathBuf> {
        self.made(HIERARCHIES)
    }

    /// The folder of the population's table, made if need be.
    pub fn population_folder(&self) -> std::io::Result<PathBuf> {
        self.made(POPULATION)
    }

    /// Where the data are, if they are a file.
    pub fn path(&self) -> PathBuf {
        let text = Path::new(&self.locator);
        let shorter = self
            .locator
            .rsplit_once('#')
            .map(|(path, _)| PathBuf::from(path));
        shorter
            .filter(|_| !text.exists())
            .unwrap_or_else(|| text.to_owned())
    }

    /// Removes what was uploaded.
    pub fn remove_files(&self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn no_file(file: &str, language: Language) -> Problem {
    Problem::wrong(
        language,
        format!(
            "there is no file \"{file}\" here; upload it (hierarchies in step 3, a table of the population in step 5)"
        ),
        format!(
            "il n'y a pas de fichier « {file} » ici ; téléversez-le (les hiérarchies à l'étape 3, une table de la population à l'étape 5)"
        ),
    )
}

fn read(project: &Project) -> bauta::Result<Read> {
    let opened = Opened::read(project, &Silent)?;
    let inspection = inspect(opened.table(), opened.notes().to_vec(), false, &Silent)?;
    let histograms = opened
        .table()
        .attributes()
        .iter()
        .map(|attribute| histogram(&attribute.column))
        .collect();
    Ok(Read {
        opened,
        inspection,
        histograms,
    })
}
