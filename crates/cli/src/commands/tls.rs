//! Certificates of `bauta scheduler` and `bauta executor`.

use std::net::IpAddr;
use std::path::PathBuf;

use bauta::{Error, Result};
use bauta_engines::ballista::{Certificates, VARIABLES};
use bauta_table::Fault;

use crate::args::TlsArgs;

/// The certificates that were named; refuses to listen beyond this machine without, unless the network is said to be private.
pub fn certificates(args: &TlsArgs, bind: IpAddr) -> Result<Option<Certificates>> {
    let refused = |text: &str| Error::Faults(vec![Fault::Request(text.to_owned())]);
    let flags = [&args.tls_cert, &args.tls_key, &args.tls_ca];
    let named = |(flag, name): (&Option<PathBuf>, &str)| {
        flag.clone()
            .or_else(|| std::env::var_os(name).map(PathBuf::from))
    };
    let files: Vec<PathBuf> = flags.into_iter().zip(VARIABLES).filter_map(named).collect();
    match files.as_slice() {
        [certificate, key, authority] => {
            Ok(Some(Certificates::read([certificate, key, authority])?))
        }
        [] if bind.is_loopback() || args.plain => Ok(None),
        [] => Err(refused(
            "whoever reaches this process can read the data: give --tls-cert, --tls-key and --tls-ca, or --plain where the network is private",
        )),
        _ => Err(refused(
            "certificates are three files: give --tls-cert, --tls-key and --tls-ca",
        )),
    }
}
