import type { FindingName, Match } from './finding.js'

const secretFiles = String.raw`(?:~|\$\{?HOME\}?|/root|/home/[\w.-]{1,32})?/?\.(?:ssh/(?:id_\w{1,16}|\*|config|authorized_keys)?|aws/credentials|netrc|pgpass|gnupg|kube/config|docker/config\.json|git-credentials|npmrc|pypirc)|/etc/shadow|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.hermes/(?:\.env|auth\.json)`
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
      String.raw`${client}[^\n]{0,160}?(?:@|<|\$\(cat |-T |--upload-file |--post-file=?|open\(['"])[^\n]{0,40}?(?:${secretFiles}|\.env\b|/etc/passwd)`,
    ),
  ],
  [
    'exfiltration',
    line(
      String.raw`(?:${secretFiles}|${envFile}|\b(?:printenv|env|history|export -p)\b)[^\n]{0,80}?\|[^\n]{0,80}?${client}`,
    ),
  ],
  ['exfiltration', line(String.raw`\b(?:scp|rsync)\s[^\n]{0,80}?(?:${secretFiles})[^\n]{0,80}?\w@?[\w.-]{1,80}:`)],
  ['exfiltration', line(String.raw`(?:os\.environ|process\.env)\b(?!\s*[.[]|\.get)[^\n]{0,120}?https?://`)],
  ['exfiltration', line(String.raw`${client}[^\n]{0,120}?(?:os\.environ|process\.env)\s{0,3}[,)}]`)],
  ['exfiltration', line(String.raw`!\[[^\]\n]{0,120}\]\(https?://[^)\s]{0,120}[?&/=](?:\{|\$|<|%7b|\[)`)],
  [
    'exfiltration',
    line(String.raw`<img[^>\n]{0,120}src=["']?https?://[^"'>\s]{0,120}[?&][\w-]{1,24}=(?:\{|\$|<|%7b|\[)`),
  ],
  ['exfiltration', line(String.raw`\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}?\$[({][^\n]{0,120}?\.[a-z]{2,}`)],
  [
    'read_secrets',
    line(
      String.raw`\b(?:cat|less|head|tail|more|type|read|open|load|access|fetch|get|copy|cp|grep|print|view|retrieve|include|extract|steal|harvest|dump)\b[^\n]{0,60}?(?:${secretFiles})`,
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
  ['persistence', line(String.raw`(?:curl|wget|bash|python|http)[^\n]{0,160}?\|\s*crontab\b`)],
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
  ['pipe_to_shell', line(String.raw`\b(?:ba|z|da)?sh\s+(?:-c\s+["']?\$\(|<\()\s*(?:curl|wget)\b`)],
  [
    'pipe_to_shell',
    line(
      String.raw`\b(?:eval|source|exec|iex)\b[^\n]{0,20}?(?:\$\(|<\(|\(|\x60)\s*(?:curl|wget|New-Object|urllib|requests\.get|fetch)`,
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
  ['decode_execute', line(String.raw`\beval\s+["']?\$\([^\n]{0,160}?(?:base64|xxd|openssl)`)],
  ['reverse_shell', line(String.raw`/dev/(?:tcp|udp)/[\w.$\{\}-]{1,80}/`)],
  ['reverse_shell', line(String.raw`\b(?:nc|ncat|netcat)\b[^\n]{0,80}?\s(?:-\w{0,6}[ec]\s|--exec|--sh-exec)`)],
  ['reverse_shell', line(String.raw`\bsocat\b[^\n]{0,120}?\bexec:`)],
  ['reverse_shell', line(String.raw`\bmkfifo\b[^\n]{0,160}?\b(?:nc|ncat|netcat|telnet|openssl)\b`)],
  ['reverse_shell', line(String.raw`socket\.socket[^\n]{0,120}?(?:subprocess|pty\.spawn|dup2|os\.system)`)],
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
  [
    'policy_change',
    line(
      String.raw`(?:\bHERMES_YOLO\b|--yolo\b|--dangerously-skip-permissions\b|hermes\s+config\s+set\s+(?:approvals|security)\b)`,
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

export function findCommands(text: string): readonly Match[] {
  return patterns.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ name, start: index, end: index + found.length })),
  )
}
