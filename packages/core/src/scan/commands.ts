import type { FindingName, Match, ScanSurface } from './finding.js'

const secretFiles = String.raw`(?:~|\$\{?HOME\}?|/root|/home/[\w.-]{1,32})?/?\.(?:ssh/(?:id_\w{1,16}(?!\.pub|\w)|\*)|ssh(?![\w./-])|ssh/(?=[\s"'\x60|;&)]|$)|aws(?:/credentials|/?(?=[\s"'\x60|;&)]|$))|netrc|pgpass|gnupg|git-credentials)|/etc/shadow|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.hermes/(?:\.env|auth\.json)`
/** Hold secrets as well, but everybody writes and reads them. */
const settingsFiles = String.raw`\.(?:ssh/(?:config|authorized_keys)|kube/config|docker/config\.json|npmrc|pypirc|config/(?:gcloud|gh)|azure|mozilla|electrum)\b|\bwallet\.dat\b|\bLogin Data\b|\bkey(?:chain-db|3\.db|4\.db)\b|\.pem\b`
/** Commands that print secrets. */
const secretCommands = String.raw`\b(?:gh auth token|security find-(?:generic|internet)-password|gcloud auth print-\w{1,10}-token|aws configure (?:export-credentials|get)|op read|pass show|vault kv get|secret-tool lookup)\b`
const envFile = String.raw`(?:^|[\s"'=@/<(])\.env(?![\w.]*(?:example|sample|template|dist))\b`
const secretName = String.raw`\$\{?[A-Za-z_]{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH)[A-Za-z_]{0,20}`
const client = String.raw`\b(?:curl|wget|https?ie|nc|ncat|netcat|Invoke-WebRequest|iwr|Invoke-RestMethod|irm|scp|rsync|ftp|requests\.post|fetch|axios\.post|sendmail)\b`

/** Commands and pieces of code, line by line, whatever language stands around them. All repetitions are bounded. */
const patterns: readonly (readonly [FindingName, RegExp])[] = [
  // A secret in the body or the address of a request; a header is where a key belongs.
  [
    'exfiltration',
    line(
      String.raw`${client}[^\n]{0,160}?(?:\s-d\s|--data\S{0,12}|\s-F\s|--form|--post-data|[?&][\w-]{1,32}=)[^\n]{0,60}?${secretName}`,
    ),
  ],
  [
    'exfiltration',
    line(
      String.raw`${client}[^\n]{0,160}?(?:@|<|\$\(cat |-T |--upload-file |--post-file=?|open\(['"])[^\n]{0,40}?(?:${secretFiles}|${settingsFiles}|\.env\b|/etc/passwd)`,
    ),
  ],
  [
    'exfiltration',
    line(
      String.raw`(?:${secretFiles}|${settingsFiles}|${secretCommands}|${envFile}|\b(?:printenv|env|history|export -p)\b)[^\n]{0,80}?\|[^\n]{0,80}?${client}`,
    ),
  ],
  [
    'exfiltration',
    line(
      String.raw`(?:${secretFiles})[^\n]{0,60}?(?:;|&&|\bdo\b)[^\n]{0,60}?${client}[^\n]{0,60}?(?:\s-F|\s-d|\s-T|@)`,
    ),
  ],
  ['exfiltration', line(String.raw`https?://[^\n]{0,120}?document\.cookie|document\.cookie[^\n]{0,120}?https?://`)],
  ['exfiltration', line(String.raw`(?:${secretName}|${secretFiles}|${envFile})[^\n]{0,120}?\bgit\s{1,3}(?:add|commit|push)\b[^\n]{0,80}?\bpush\b`)],
  [
    'exfiltration',
    line(
      String.raw`\b(?:encode|put|write|paste|post|send|upload|include|print|output|attach|copy|publish|embed)\b[^\n.]{0,40}?\b(?:contents?|values?) of (?:the )?(?:file )?[\x60"']?(?:\.env\b(?!\.)|\$\{?\w{0,40}(?:TOKEN|KEY|SECRET|PASSWORD))`,
    ),
  ],
  // The answer of a command as part of an address.
  [
    'exfiltration',
    line(
      String.raw`${client}[^\n]{0,120}?https?://[^\s"']{0,120}?(?:\$\(|\x60)\s?(?:whoami|hostname|id|env|printenv|history|base64|cat\s[^\n)]{0,40}?(?:${secretFiles}|\.env\b|/etc/passwd))`,
    ),
  ],
  ['exfiltration', line(String.raw`JSON\.stringify\(\s{0,3}process\.env\s{0,3}\)|json\.dumps\(\s{0,3}(?:dict\(\s{0,3})?os\.environ`)],
  [
    'exfiltration',
    line(
      String.raw`\b(?:send|forward|e?mail|bcc|upload|post|submit|transmit)\b[^\n.]{0,80}?\b(?:conversation|history|passwords?|secrets?|credentials?|private keys?|api keys?|access tokens?|cookies|transcripts?|\.env)\b[^\n]{0,40}?\bto\b[^\n]{0,24}?(?:[\w.+-]{1,64}@[\w-]{1,64}\.\w|\+\d|#\w)`,
    ),
  ],
  ['exfiltration', line(String.raw`\b(?:scp|rsync)\s[^\n]{0,80}?(?:${secretFiles})[^\n]{0,80}?\w@?[\w.-]{1,80}:`)],
  ['exfiltration', line(String.raw`(?:os\.environ|process\.env)\b(?!\s*[.[]|\.get)[^\n]{0,120}?https?://`)],
  ['exfiltration', line(String.raw`${client}[^\n]{0,120}?(?:os\.environ|process\.env)\s{0,3}[,)}]`)],
  ['exfiltration', line(String.raw`!\[[^\]\n]{0,120}\]\(https?://[^)\s]{0,120}(?:[?&/=](?:\{|\$|<|%7b|\[)|=[A-Z0-9]{0,20}_?(?:BASE64|CONVERSATION|SECRET|HISTORY|DATA|TOKEN|API_?KEY|PASSWORD|VALUES?|ENV)(?:_[A-Z]{2,20}){0,4}(?!\w))`)],
  [
    'exfiltration',
    line(String.raw`<img[^>\n]{0,120}src=["']?https?://[^"'>\s]{0,120}[?&][\w-]{1,24}=(?:\{|\$|<|%7b|\[)`),
  ],
  ['exfiltration', line(String.raw`\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}?(?:\$[({]|\x60)[^\n]{0,120}?\.[a-z]{2,}`)],
  [
    'read_secrets',
    line(
      String.raw`\b(?:cat|less|head|tail|more|type|read|open|load|access|fetch|get|copy|cp|grep|print|view|retrieve|include|extract|steal|harvest|dump|provide|give|paste|pass|post|send|upload|share|attach|submit|contents?)\b(?:(?!\b(?:to|into)\b)[^\n]){0,60}?(?:${secretFiles}|/etc/passwd\b)`,
    ),
  ],
  [
    'read_secrets',
    line(
      String.raw`(?:\bread_?(?:File|text|bytes)\w{0,10}\s{0,2}\(|createReadStream\(|\bopen\(|\bPath\()[^\n]{0,60}?(?:${secretFiles})`,
    ),
  ],
  [
    'read_secrets',
    line(String.raw`(?:${secretFiles})[^\n]{0,24}?\b(?:post|send|upload|paste|share|forward|publish|attach|leak)\b`),
  ],
  [
    'read_secrets',
    line(
      String.raw`(?:169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200)/(?:latest/(?:meta-data/iam|api/token|user-data)|computeMetadata/v1/[^\s]{0,60}service-accounts|metadata/identity)`,
    ),
  ],
  [
    'persistence',
    line(
      String.raw`(?:>>|\btee\b|\becho\b|\bappend\b|\badd\b)[^\n]{0,120}?(?:authorized_keys|\.(?:bashrc|zshrc|profile|bash_profile)\b[^\n]{0,120}?(?:curl|wget|nc |/dev/tcp|base64))`,
    ),
  ],
  [
    'persistence',
    line(
      String.raw`(?:curl|wget|nc |/dev/tcp|base64)[^\n]{0,120}?>>?\s?\S{0,40}\.(?:bashrc|zshrc|profile|bash_profile)\b`,
    ),
  ],
  [
    'persistence',
    line(
      String.raw`(?:crontab\s+-(?!l)|\|\s*crontab\b|/etc/cron|@reboot)[^\n]{0,160}?(?:curl|wget|nc |bash|sh |python|http)`,
    ),
  ],
  ['persistence', line(String.raw`(?:/tmp/|/dev/shm|/\.\w)[^\n]{0,120}?\|\s{0,3}crontab\b|\bExecStart=\s{0,3}(?:/tmp/|/dev/shm|/var/tmp|\S{0,60}/\.\w)`)],
  ['persistence', line(String.raw`(?:curl|wget|bash|python|http)[^\n]{0,160}?\|\s*crontab\b`)],
  [
    'persistence',
    line(
      String.raw`(?:\balias\s(?:sudo|su|ssh|git|ls|cd|docker|npm)=|PROMPT_COMMAND|LD_PRELOAD|/tmp/|nohup)[^\n]{0,120}?>>?\s?\S{0,40}\.(?:bash|zsh)?(?:rc|_profile|profile|env)\b`,
    ),
  ],
  ['persistence', line(String.raw`>>?\s{0,3}/etc/(?:passwd|shadow|sudoers|ld\.so\.preload|rc\.local|profile)|NOPASSWD:\s{0,3}ALL[^\n]{0,60}>>?`)],
  ['persistence', line(String.raw`\bchmod\s{1,3}(?:-R\s)?(?:[0-7]?777|[ugoa]{0,4}\+w|[ugo]{0,2}\+s|[2467][0-7]{3})\s{1,3}/(?:etc|usr|bin|boot|lib)\b`)],
  ['persistence', line(String.raw`Library/Launch(?:Agents|Daemons)/com\.apple\.|Library/Launch(?:Agents|Daemons)[^\n]{0,120}?(?:curl|wget|base64|/tmp/)`)],
  ['persistence', line(String.raw`\bcore\.hooksPath[\s=]{1,3}["']?(?:/tmp|/var/tmp|/dev/shm|~/\.)`)],
  ['persistence', line(String.raw`(?:curl|wget|base64|nc )[^\n]{0,160}?>>?\s?\S{0,60}hooks/(?:pre|post|prepare|commit)-\w`)],
  [
    'persistence',
    line(String.raw`(?:/etc/systemd/system|\.config/systemd/user)/[\w.@-]{1,60}\.(?:service|timer)[^\n]{0,160}?(?:curl|wget|/dev/tcp|base64|/tmp/)|(?:curl|wget|/dev/tcp|base64|/tmp/)[^\n]{0,160}?(?:/etc/systemd/system|\.config/systemd/user)/`),
  ],
  [
    'install_hook',
    line(
      String.raw`["'](?:pre|post)?(?:install|prepare)["']\s{0,3}:\s{0,3}["'][^\n]{0,200}?(?:\bcurl\b|\bwget\b|child_process|https?:|base64|powershell|\bnc\s|\beval\b)`,
    ),
  ],
  [
    'untrusted_source',
    line(
      String.raw`\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo)\b[^\n]{0,120}?(?:--index-url|--extra-index-url|\s-i|--registry|--source)[\s=]{1,3}["']?http://(?!localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)`,
    ),
  ],
  [
    'untrusted_source',
    line(
      String.raw`\.(?:zip|rar|7z)\b[^\n]{0,80}?\bpass(?:word|code|phrase)?\b\s{0,3}(?::|is|=|\x60)[^\n]{0,200}?\b(?:run|execute|start|launch|install|open)\b`,
    ),
  ],
  [
    'defence_evasion',
    line(
      String.raw`\bxattr\s{1,3}-\w{1,3}\s{1,3}(?:com\.apple\.quarantine\b)?[^\n]{0,80}?&&|\bspctl\s{1,3}--master-disable|\b(?:Set|Add)-MpPreference\s[^\n]{0,40}(?:Disable|Exclusion)|\bunset\s{1,3}HISTFILE\b|\bhistory\s{1,3}-c\b`,
    ),
  ],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:curl|wget|fetch|iwr|irm)\b[^\n|;]{0,160}\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4})?)?(?:env\s)?(?:/\S{0,20}/)?(?:ba|z|da|k|fi)?sh\b`,
    ),
  ],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:curl|wget|fetch|iwr|irm)\b[^\n|;]{0,160}\|\s{0,4}(?:sudo\s{1,4})?(?:python3?|node|perl|ruby|iex|php)\b`,
    ),
  ],
  ['pipe_to_shell', line(String.raw`\b(?:ba|z|da)?sh\s+(?:-c\s+["']?(?:\$\(|\x60)|<\()\s*(?:curl|wget)\b`)],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:curl|wget|iwr)\b[^\n]{0,200}?(?:&&|;)\s{0,3}(?:sudo\s)?chmod\s[^\n;&]{0,80}(?:&&|;)\s{0,3}(?:sudo\s{1,3})?(?:\./|/tmp/|sh\s|bash\s|nohup\s)`,
    ),
  ],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:exec|eval)\s{0,3}\([^\n]{0,80}?(?:urlopen|requests\.get|https?://|httpx\.get|\bfetch\()|\bfetch\s{0,3}\(\s{0,3}["'\x60]https?:[^\n]{0,160}?\beval\b|DownloadString\s{0,3}\(|\bmshta\s{1,3}https?:|\bregsvr32\b[^\n]{0,60}https?:`,
    ),
  ],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:eval|source|exec|iex)\b[^\n]{0,20}?(?:\$\(|<\(|\(|\x60)\s*(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|New-Object|urllib|requests\.get|fetch)`,
    ),
  ],
  [
    'decode_execute',
    line(
      String.raw`\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,120}?\|\s{0,4}(?:sudo\s)?(?:(?:ba|z|da)?sh|python3?|node|perl|eval)\b`,
    ),
  ],
  [
    'decode_execute',
    line(
      String.raw`\b(?:eval|exec|Function|system|subprocess\.\w{2,12}|os\.system|child_process\.\w{2,12})\s{0,3}\(\s{0,3}[^\n]{0,80}?(?:atob|b64decode|base64|fromhex|Buffer\.from|codecs\.decode|zlib\.decompress|rot13)`,
    ),
  ],
  [
    'decode_execute',
    line(String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}?\s-e(?:nc?|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/]{16}`),
  ],
  ['decode_execute', line(String.raw`\b(?:xxd\s{1,3}-r|openssl\s{1,3}(?:enc|base64)\s[^\n|]{0,40}-d|rev|tr\s[^\n|]{0,40})[^\n|]{0,60}\|\s{0,3}(?:sudo\s)?(?:ba|z|da)?sh\b`)],
  ['decode_execute', line(String.raw`\beval\s+["']?\$\([^\n]{0,160}?(?:base64|xxd|openssl)`)],
  ['reverse_shell', line(String.raw`/dev/(?:tcp|udp)/[\w.$\{\}-]{1,80}/`)],
  ['reverse_shell', line(String.raw`\b(?:nc|ncat|netcat)\b[^\n]{0,80}?\s(?:-\w{0,6}[ec]\s|--exec|--sh-exec)`)],
  ['reverse_shell', line(String.raw`\bsocat\b[^\n]{0,120}?\bexec:`)],
  ['reverse_shell', line(String.raw`\bmkfifo\b[^\n]{0,160}?\b(?:nc|ncat|netcat|telnet|openssl)\b`)],
  ['reverse_shell', line(String.raw`socket\.socket[^\n]{0,120}?(?:subprocess|pty\.spawn|dup2|os\.system)`)],
  [
    'reverse_shell',
    line(
      String.raw`(?:\buse Socket\b|TCPSocket|fsockopen|net\.connect|net\.Socket|TCPClient|Net\.Sockets)[^\n]{0,240}?(?:/bin/(?:ba|z)?sh|cmd\.exe|child_process|powershell)`,
    ),
  ],
  [
    'destructive_command',
    line(
      String.raw`\brm\s+(?:-{1,2}[\w=-]{1,24}\s+){1,5}(?:--\s+)?["']?(?:/|~|\$\{?HOME\}?|/(?:etc|usr|var|home|bin|boot|lib|root|opt)/?)["']?/?\*?(?=[\s"'\x60;&|)]|$)`,
    ),
  ],
  [
    'destructive_command',
    line(
      String.raw`\bmkfs(?:\.\w{2,6})?\s[^\n]{0,60}?/dev/|\bdd\s[^\n]{0,80}?\bof=/dev/(?:sd|nvme|hd|vd|disk|mmcblk)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\}`,
    ),
  ],
  ['unattended_flag', line(String.raw`\bHERMES_YOLO\b|--yolo\b|--dangerously-(?:skip-permissions|bypass-approvals)`)],
  ['policy_change', line(String.raw`\bhermes\s{1,3}config\s{1,3}set\s{1,3}(?:approvals|security)\b`)],
  [
    'policy_change',
    line(
      String.raw`auto_?-?approve\w{0,12}["']?\s{0,3}[:=]\s{0,3}["']?(?:true|1|on|all|\*|\["?\*)|["']?(?:default_?mode|permission_?mode)["']?\s{0,3}[:=]\s{0,3}["']?bypass|"enableAllProjectMcpServers"\s{0,3}:\s{0,3}true|approvals?(?:\.|_|:\s{0,3})mode["']?\s{0,3}[:=]\s{0,3}["']?(?:off|never|none|yolo)`,
    ),
  ],
  [
    'policy_change',
    line(
      String.raw`\b(?:update|modify|edit|write|append|add|change|overwrite|echo|sed|set|put|insert)\b[^\n]{0,120}?\.hermes/(?:config\.ya?ml|\.env|SOUL\.md|auth\.json|cron|hooks|plugins)`,
    ),
  ],
]

function line(source: string): RegExp {
  return new RegExp(source, 'gi')
}

/** Only where a tool is described: what it is for needs neither such files nor such marks. */
const inTools: readonly (readonly [FindingName, RegExp])[] = [
  ['tool_steering', line(String.raw`<(?:important|secret|hidden|critical|attention|instructions?|system)>`)],
  [
    'tool_steering',
    line(
      String.raw`\b(?:read|open|cat|load|send|pass|include|provide|hand)\b[^\n.]{0,60}?(?:${settingsFiles}|\bmcp\.json\b|(?:^|[\s\x60"'/])\.env\b(?!\.))`,
    ),
  ],
]

/** Vendors whose installers are run this way by half of the world. */
const installers =
  /https:\/\/(?:sh\.rustup\.rs|astral\.sh|bun\.sh|deno\.land|get\.docker\.com|get\.pnpm\.io|fnm\.vercel\.app|install\.python-poetry\.org|mise\.run|get\.volta\.sh|fly\.io|ollama\.com|tailscale\.com|starship\.rs|get\.k3s\.io|get\.helm\.sh|deb\.nodesource\.com|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|ohmyzsh\/ohmyzsh|helm\/helm))(?=[/\s"'`)|])/i

function isKnownInstaller(command: string): boolean {
  return installers.test(command) && command.match(/:\/\//g)?.length === 1
}

export function findCommands(text: string, surface: ScanSurface): readonly Match[] {
  const all = surface === 'tool-description' ? [...patterns, ...inTools] : patterns
  return all.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => name !== 'pipe_to_shell' || !isKnownInstaller(found))
      .map(({ 0: found, index }) => ({ name, start: index, end: index + found.length })),
  )
}
