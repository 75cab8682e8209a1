//! Flags of `bauta scheduler` and `bauta executor`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

// The lean program takes the words and says that it has no cluster.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
#[derive(Args)]
pub struct SchedulerArgs {
    /// Where to listen; port 0 takes a free one. Beyond this machine only with certificates, or with --plain on a private network
    #[arg(long, default_value = "127.0.0.1:50050", value_name = "HOST:PORT")]
    pub bind: SocketAddr,
    #[command(flatten)]
    pub tls: TlsArgs,
}

/// Certificates of a cluster.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
#[derive(Args)]
pub struct TlsArgs {
    /// The certificate of this process (PEM); BAUTA_TLS_CERT by default. With it everybody in the cluster needs one
    #[arg(long, value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// Its key, which only its owner may read (PEM); BAUTA_TLS_KEY by default
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// The certificate of the authority that signed those of the whole cluster (PEM); BAUTA_TLS_CA by default
    #[arg(long, value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
    /// Listen beyond this machine without certificates: the network is private
    #[arg(long)]
    pub plain: bool,
}

// The lean program takes the words and says that it has no cluster.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
#[derive(Args)]
pub struct ExecutorArgs {
    /// The scheduler to work for
    #[arg(long, default_value = "127.0.0.1:50050", value_name = "HOST:PORT", value_parser = host_and_port)]
    pub scheduler: (String, u16),
    /// Where to listen. Beyond this machine only with certificates, or with --plain on a private network
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub bind: IpAddr,
    /// The name or address by which other machines reach this one
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
    /// The port for rows; the next one is for tasks; 0 takes free ones
    #[arg(long, default_value_t = 0, value_name = "P")]
    pub port: u16,
    /// Where intermediate results are kept, which hold values of the data; a temporary folder by default
    #[arg(long, value_name = "FOLDER")]
    pub work_dir: Option<PathBuf>,
    /// Tasks at a time; one a core by default
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub cores: Option<usize>,
    /// Memory beyond which tasks write to temporary files, such as 4GB; seven tenths of the machine's by default
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// The key of pseudonyms, where a step needs it; BAUTA_KEY_FILE by default
    #[arg(long, value_name = "FILE")]
    pub key_file: Option<PathBuf>,
    #[command(flatten)]
    pub tls: TlsArgs,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    let split = text
        .rsplit_once(':')
        .and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
    split
        .filter(|(host, _)| !host.is_empty())
        .ok_or_else(|| "expected HOST:PORT".to_owned())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| "it must be a whole number, 1 or more".to_owned())
}

/// A size with a unit: `512MB`, `2GB`, or bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "KB" | "K" => 1_000,
        "MB" | "M" => 1_000_000,
        "GB" | "G" => 1_000_000_000,
        "TB" | "T" => 1_000_000_000_000,
        _ => return Err("expected a size such as 512MB or 2GB".to_owned()),
    };
    let count: Option<u64> = digits.trim().parse().ok();
    count
        .and_then(|count| count.checked_mul(factor))
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "expected a size such as 512MB or 2GB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_addresses() {
        assert_eq!(bytes("2GB"), Ok(2_000_000_000));
        assert_eq!(bytes("512mb"), Ok(512_000_000));
        assert_eq!(bytes("4096"), Ok(4096));
        assert!(bytes("2 pounds").is_err() && bytes("0").is_err() && bytes("GB").is_err());
        assert_eq!(host_and_port("db1:50050"), Ok(("db1".into(), 50050)));
        assert!(host_and_port(":1").is_err() && host_and_port("db1").is_err());
    }
}
