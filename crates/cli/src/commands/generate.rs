//! `bauta generate`: what editors, shells and `man` read.

use bauta::{Project, Result};
use clap_complete::generate;

use super::DONE;
use crate::args::{Generate, GenerateArgs};
use crate::output::Screen;

pub fn run(args: &GenerateArgs, mut command: clap::Command, screen: &Screen) -> Result<u8> {
    match &args.what {
        Generate::Completions { shell } => {
            let mut text = Vec::new();
            generate(*shell, &mut command, "bauta", &mut text);
            screen.print(String::from_utf8_lossy(&text).trim_end());
        }
        Generate::Ontology => screen.print(bauta::methods_turtle().trim_end()),
        Generate::Targets => screen.print(bauta::targets_table().trim_end()),
        Generate::PageTypes => screen.print(bauta_server::page_types().trim_end()),
        Generate::Schema => screen.print_json(&Project::schema()),
        Generate::Man { folder } => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .map_err(|source| bauta_formats::Error::io(folder, source))?;
            screen.tell(&folder.display().to_string());
        }
    }
    Ok(DONE)
}
