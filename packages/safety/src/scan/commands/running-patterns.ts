import type { LinePattern } from './line-pattern.js'

/** Remote code execution, reverse shells and destructive commands. */
export const runningPatterns: readonly LinePattern[] = [
  [
    'install_hook',
    String.raw`["'](?:pre|post)?(?:install|prepare)["']\s{0,3}:\s{0,3}["'][^\n]{0,200}?(?:\bcurl\b|\bwget\b|child_process|https?:|base64|powershell|\bnc\s|\beval\b)`,
  ],
  [
    'untrusted_source',
    String.raw`\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo)\b[^\n]{0,120}?(?:--index-url|--extra-index-url|\s-i|--registry|--source)[\s=]{1,3}["']?http://(?!localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)`,
    /http:\/\//i,
  ],
  [
    'untrusted_source',
    String.raw`\.(?:zip|rar|7z)\b[^\n]{0,80}?\bpass(?:word|code|phrase)?\b\s{0,3}(?::|is|=|\x60)[^\n]{0,200}?\b(?:run|execute|start|launch|install|open)\b`,
  ],
  [
    'pipe_to_shell',
    String.raw`\b(?:curl|wget|fetch|iwr|irm)\b[^\n|;]{0,160}\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4})?)?(?:env\s)?(?:/\S{0,20}/)?(?:ba|z|da|k|fi)?sh\b`,
  ],
  [
    'pipe_to_shell',
    String.raw`\b(?:curl|wget|fetch|iwr|irm)\b[^\n|;]{0,160}\|\s{0,4}(?:sudo\s{1,4})?(?:python3?|node|perl|ruby|iex|php)\b(?!\s{1,3}-(?:c|e|m|r|ne|pe|lane)\b(?![^\n]{0,160}(?:exec|eval|system|spawn|base64)))`,
  ],
  ['pipe_to_shell', String.raw`\b(?:ba|z|da)?sh\s+(?:-c\s+["']?(?:\$\(|\x60)|<\()\s*(?:curl|wget)\b`],
  [
    'pipe_to_shell',
    String.raw`\b(?:curl|wget|iwr)\b[^\n]{0,200}?(?:&&|;)\s{0,3}(?:sudo\s)?chmod\s[^\n;&]{0,80}(?:&&|;)\s{0,3}(?:sudo\s{1,3})?(?:\./|/tmp/|sh\s|bash\s|nohup\s)`,
  ],
  [
    'pipe_to_shell',
    String.raw`\b(?:exec|eval)\s{0,3}\([^\n]{0,80}?(?:urlopen|requests\.get|https?://|httpx\.get|\bfetch\()|\bfetch\s{0,3}\(\s{0,3}["'\x60]https?:[^\n]{0,160}?\beval\b|DownloadString\s{0,3}\(|\bmshta\s{1,3}https?:|\bregsvr32\b[^\n]{0,60}https?:`,
  ],
  [
    'pipe_to_shell',
    String.raw`\b(?:eval|source|exec|iex)\b[^\na-z]{0,20}?(?:\$\(|<\(|\(|\x60)\s*(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|New-Object|urllib|requests\.get|fetch)`,
  ],
  [
    'decode_execute',
    String.raw`\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,120}?\|\s{0,4}(?:sudo\s)?(?:(?:ba|z|da)?sh|python3?|node|perl|eval)\b`,
  ],
  [
    'decode_execute',
    String.raw`\b(?:eval|exec|Function|system|subprocess\.\w{2,12}|os\.system|child_process\.\w{2,12})\s{0,3}\(\s{0,3}[^\n]{0,80}?(?:atob|b64decode|base64|fromhex|Buffer\.from|codecs\.decode|zlib\.decompress|rot13)`,
    /atob|b64decode|base64|fromhex|Buffer\.from|codecs\.decode|zlib\.decompress|rot13/i,
  ],
  [
    'decode_execute',
    String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}?\s-e(?:nc?|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/]{16}`,
  ],
  [
    'decode_execute',
    String.raw`\b(?:xxd\s{1,3}-r|openssl\s{1,3}(?:enc|base64)\s[^\n|]{0,40}-d|rev|tr\s[^\n|]{0,40})[^\n|]{0,60}\|\s{0,3}(?:sudo\s)?(?:ba|z|da)?sh\b`,
  ],
  ['decode_execute', String.raw`\beval\s+["']?\$\([^\n]{0,160}?(?:base64|xxd|openssl)`],
  ['reverse_shell', String.raw`/dev/(?:tcp|udp)/[\w.$\{\}-]{1,80}/`],
  ['reverse_shell', String.raw`\b(?:nc|ncat|netcat)\b[^\n]{0,80}?\s["']?(?:-\w{0,6}[ec]["']?,?\s|--exec|--sh-exec)`],
  ['reverse_shell', String.raw`\bsocat\b[^\n]{0,120}?\bexec:`],
  ['reverse_shell', String.raw`\bmkfifo\b[^\n]{0,160}?\b(?:nc|ncat|netcat|telnet|openssl)\b`],
  ['reverse_shell', String.raw`socket\.socket[^\n]{0,120}?(?:subprocess|pty\.spawn|dup2|os\.system)`],
  [
    'reverse_shell',
    String.raw`(?:\buse Socket\b|TCPSocket|fsockopen|net\.connect|net\.Socket|TCPClient|Net\.Sockets)[^\n]{0,240}?(?:/bin/(?:ba|z)?sh|cmd\.exe|child_process|powershell|popen|Process\.Start|proc_open|\bexec\b)`,
  ],
  [
    'destructive_command',
    String.raw`\brm\s+(?:-{1,2}[\w=-]{1,24}\s+){1,5}(?:--\s+)?["']?(?:/|~|\$\{?HOME\}?|/(?:etc|usr|var|home|bin|boot|lib|root|opt)/?)["']?/?\*?(?=[\s"'\x60;&|)]|\.\s|\.?$)`,
  ],
  [
    'destructive_command',
    String.raw`\bmkfs(?:\.\w{2,6})?\s[^\n]{0,60}?/dev/|\bdd\s[^\n]{0,80}?\bof=/dev/(?:sd|nvme|hd|vd|disk|mmcblk)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\}`,
  ],
  [
    'untrusted_source',
    String.raw`\b(?:npm|pnpm|yarn|pip3?)\s{1,3}config\s{1,3}set\s{1,3}\S{0,24}(?:registry|index-url)[\s=]{1,3}["']?http://(?!localhost|127\.)`,
  ],
]
