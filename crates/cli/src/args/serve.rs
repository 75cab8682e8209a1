//! Flags of `bauta serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub struct ServeArgs {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 0, value_name = "P")]
    pub port: u16,
    /// A folder whose files can be opened, and where releases can be published
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// Do not open the browser, only print the address
    #[arg(long)]
    pub no_open: bool,
    /// Where to listen, instead of this machine only (127.0.0.1): who has the address can see the data
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    /// Keep uploaded files in this folder; by default they are removed at the end
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
    /// The largest upload, in MiB
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    pub upload_limit: u32,
    /// Memory that finished releases may take, in MiB; the oldest are given up for later ones
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    pub release_limit: u32,
}

impl ServeArgs {
    pub fn settings(&self) -> bauta_server::Settings {
        bauta_server::Settings {
            host: self.host.unwrap_or(Ipv4Addr::LOCALHOST.into()),
            port: self.port,
            root: self.root.clone(),
            keep: self.keep.clone(),
            upload_bytes: u64::from(self.upload_limit) << 20,
            held_bytes: u64::from(self.release_limit) << 20,
            ..Default::default()
        }
    }
}
