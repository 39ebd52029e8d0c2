use tabiya_server::{Config, DataFolder, FolderError, Tls, TlsFiles, Use, host_links, renew_host_token};
use tabiya_system::shown;

use crate::output::{Status, print_lines};
use crate::settings::DataArgs;

/// Print a link that opens the host's page in any browser
///
/// On the server's own computer the page /host opens by itself, for whoever started the server. Anywhere else, and where a
/// proxy or a public name leads to the server, this link does. Every call prints a new one and makes the one before worthless,
/// with all browsers that it opened.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    data: DataArgs,

    /// What people type to come here, where a proxy or a name leads to the server [default: what the settings file says]
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let settings = args.data.settings()?;
    let folder = args.data.folder_by(&settings)?;
    if !folder.is_dir() {
        return Err(FolderError::NoDatabase { folder }.into());
    }
    let served = DataFolder::used_by(&folder)?;
    let address = match served {
        Use::Served(address) => address,
        Use::Free | Use::Unknown => settings.listen.unwrap_or(Config::default().listen),
    };
    let public = args.public_url.as_deref().or(settings.public_url.as_deref());
    let files = settings
        .tls
        .as_ref()
        .map(|files| TlsFiles { certificate: files.certificate.clone(), key: files.key.clone() });
    let tls = files.map(Tls::load).transpose()?;
    let token = renew_host_token(&folder)?;
    let mut lines = vec![format!("The host's page of {}, for you alone:", shown(&folder))];
    lines.extend(
        host_links(address, public, tls.as_ref(), &token).into_iter().map(|link| format!("  {link}")),
    );
    lines.push("Links that were printed before open nothing any more.".to_owned());
    if served == Use::Free {
        lines.push(
            "No server is running there yet: start it with `tabiya serve`, then open the link.".to_owned(),
        );
    }
    print_lines(lines)?;
    Ok(Status::Done)
}
