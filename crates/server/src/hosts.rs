//! Names under which the server may be called.

use std::net::{IpAddr, SocketAddr};

/// Names under which the server may be called.
pub struct Hosts {
    port: u16,
    /// The address it listens on.
    own: IpAddr,
}

impl Hosts {
    /// Those of a server that listens here.
    pub fn new(address: SocketAddr) -> Self {
        Hosts {
            port: address.port(),
            own: address.ip(),
        }
    }

    /// The name of the cookie: cookies know no ports, so that it is in the name.
    pub fn cookie(&self) -> String {
        format!("bauta-{}", self.port)
    }

    /// Whether a caller named us so.
    pub fn allow(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().unwrap_or(0)),
            _ => (host, 80),
        };
        let address: Option<IpAddr> = name
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse()
            .ok();
        let known = match address {
            // Where it listens on all addresses, each of them is its own; a domain name that leads here is not.
            Some(address) => {
                address == self.own || address.is_loopback() || self.own.is_unspecified()
            }
            None => name.eq_ignore_ascii_case("localhost"),
        };
        known && port == self.port
    }
}
