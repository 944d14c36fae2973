/** Credential stores, relative to a user's home. They are neither read nor written. */
export const homeSecrets: readonly string[] = [
  '.authinfo',
  '.authinfo.gpg',
  '.aliyun/config.json',
  '.aws/cli/cache',
  '.aws/credentials',
  '.aws/sso',
  '.azure',
  '.bitcoin',
  '.boto',
  '.cache/huggingface/token',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.composer/auth.json',
  '.config/anthropic',
  '.config/chromium',
  '.config/composer/auth.json',
  '.config/containers/auth.json',
  '.config/doctl/config.yaml',
  '.config/gcloud',
  '.config/gh/hosts.yml',
  '.config/git/credentials',
  '.config/github-copilot',
  '.config/glab-cli/config.yml',
  '.config/google-chrome',
  '.config/hcloud',
  '.config/hub',
  '.config/op',
  '.config/rclone/rclone.conf',
  '.config/solana/id.json',
  '.config/sops',
  '.config/stripe',
  '.databrickscfg',
  '.docker/config.json',
  '.ethereum/keystore',
  '.fly/config.yml',
  '.gem/credentials',
  '.gemini/oauth_creds.json',
  '.git-credentials',
  '.gnupg',
  '.huggingface/token',
  '.kube/cache',
  '.kube/config',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.m2/settings-security.xml',
  '.m2/settings.xml',
  '.mozilla',
  '.my.cnf',
  '.mylogin.cnf',
  '.netrc',
  '.npmrc',
  '.oci',
  '.password-store',
  '.pgpass',
  '.pypirc',
  '.s3cfg',
  '.snowflake',
  '.ssh',
  '.terraform.d/credentials.tfrc.json',
  '.thunderbird',
  '.vault-token',
  'Library/Application Support/Google/Chrome',
  'Library/Keychains',
  '_netrc',
]

/** Files in `.ssh` that may be read: they list hosts and keys but contain no private key. */
export const openInSsh = /^\.ssh(?:$|\/(?:config|config\.d\/.*|known_hosts(?:\.old)?|authorized_keys|[^/]+\.pub)$)/

/** Files that run at login or decide who can log in, relative to a user's home. */
export const homeStartup: readonly string[] = [
  '.aws',
  '.bash_aliases',
  '.bash_login',
  '.bash_logout',
  '.bash_profile',
  '.bashrc',
  '.config/autostart',
  '.config/environment.d',
  '.config/fish',
  '.config/gh',
  '.config/systemd',
  '.cshrc',
  '.docker',
  '.kshrc',
  '.kube',
  '.local/share/systemd',
  '.pam_environment',
  '.profile',
  '.tcshrc',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.zlogin',
  '.zlogout',
  '.zprofile',
  '.zshenv',
  '.zshrc',
  'Library/LaunchAgents',
]

/** Private keys and credential files, matched by name in any folder. */
export const secretNames: readonly RegExp[] = [
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?$/i,
  /^ssh_host_\w+_key$/i,
  /\.(?:ppk|p12|pfx|jks|keystore|kdbx)$/i,
  /^(?:\.netrc|_netrc|\.pgpass|\.git-credentials|\.vault-token)$/i,
]

/** Environment files with a project's secrets. Committed examples such as `.env.example` do not match. */
export const environmentFile =
  /^\.env(?:rc|(?:\.(?:local|dev|development|prod|production|stag(?:e|ing)|test|ci|secrets?|private|vault))*)$/i

/** Keys, relative to the agent's home. Other files there may be read. */
export const agentSecrets =
  /(?:^|\/)(?:\.env[^/]*|auth[^/]*\.json[^/]*|credentials[^/]*|secrets?[^/]*|mcp-tokens|pairing|vault[^/]*)(?:\/|$)/i

/**
 * The only writable folders below the agent's home. The rest holds settings, keys, conversations, skills, hooks and
 * caches that the next start relies on.
 */
export const agentWorkFolders: readonly string[] = ['home', 'tmp', 'workspace']

/** System folders that are never written, even when the workspace is inside. */
export const systemFolders: readonly string[] = [
  '/bin',
  '/boot',
  '/dev',
  '/efi',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/private/etc',
  '/private/var/db',
  '/proc',
  '/sbin',
  '/sys',
  '/System',
]

/** System folders that are not written unless the workspace is inside, as in many containers. */
export const systemParts: readonly string[] = [
  '/Library',
  '/home/linuxbrew',
  '/opt/homebrew',
  '/run',
  '/usr',
  '/var/lib',
  '/var/log',
  '/var/run',
  '/var/spool',
]

/** Writable exceptions to the lists above. */
export const ordinaryParts: readonly string[] = ['/dev/shm', '/run/user', '/usr/local/src', '/usr/src']

/** System files with secrets. */
export const systemSecrets: readonly RegExp[] = [
  /^(?:\/private)?\/etc\/(?:master\.passwd|(?:g?shadow-?)|security\/opasswd|krb5\.keytab|docker\/key\.json)$/,
  /^(?:\/private)?\/etc\/(?:ssl\/private|wireguard|kubernetes|letsencrypt\/(?:live|archive|keys)|NetworkManager\/system-connections)(?:\/|$)/,
  /^(?:\/run|\/var\/run)\/(?:secrets|credentials)(?:\/|$)/,
  /^\/proc\/(?:.+\/)?(?:environ|mem|auxv)$/,
]

/** Devices that never reach end of file or that expose memory. */
export const endlessDevices: readonly RegExp[] = [
  /^\/dev(?:\/(?!shm\/)|$)/,
  /^\/proc\/(?:kcore|kmsg|kallsyms|kpage.*)$/,
  /^\/proc\/.+\/(?:fd|map_files)\//,
  /^\/sys\/kernel\/debug\//,
]
