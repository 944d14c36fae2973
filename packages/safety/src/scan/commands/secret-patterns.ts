import type { LinePattern } from './line-pattern.js'
import {
  client,
  envFile,
  secretCommands,
  secretFileHint,
  secretFiles,
  secretName,
  settingsFiles,
} from './secret-places.js'

const clientHint = new RegExp(client, 'i')
const envHint = /\.env\b/i
const environmentHint = /os\.environ|process\.env/i

/** Commands that read secrets or send them away. */
export const secretPatterns: readonly LinePattern[] = [
  // A secret in the body or the URL of a request. In a header it is a normal credential.
  [
    'exfiltration',
    String.raw`${client}[^\n]{0,160}?(?:\s-d\s|--data\S{0,12}|\s-F\s|--form|--post-data|[?&][\w-]{1,32}=)[^\n]{0,60}?${secretName}`,
    clientHint,
  ],
  [
    'exfiltration',
    String.raw`${client}[^\n]{0,160}?(?:@|<|\$\(cat |-T |--upload-file |--post-file=?|open\(['"])[^\n]{0,40}?(?:${secretFiles}|${settingsFiles}|\.env\b|/etc/passwd)`,
    clientHint,
  ],
  [
    'exfiltration',
    String.raw`(?:${secretFiles}|${settingsFiles}|${secretCommands}|${envFile}|\b(?:printenv|env|history|export -p)\b)[^\n]{0,80}?\|[^\n]{0,80}?${client}`,
    clientHint,
  ],
  [
    'exfiltration',
    String.raw`(?:${secretFiles})[^\n]{0,60}?(?:;|&&|\bdo\b)[^\n]{0,60}?${client}[^\n]{0,60}?(?:\s-F|\s-d|\s-T|@)`,
    secretFileHint,
  ],
  [
    'exfiltration',
    String.raw`https?://[^\n]{0,120}?document\.cookie|document\.cookie[^\n]{0,120}?https?://`,
    /document\.cookie/i,
  ],
  [
    'exfiltration',
    String.raw`(?:${secretName}|${secretFiles}|${envFile})[^\n]{0,120}?\bgit\s{1,3}(?:add|commit|push)\b[^\n]{0,80}?\bpush\b`,
    /\bpush\b/i,
  ],
  [
    'exfiltration',
    String.raw`\b(?:encode|put|write|paste|post|send|upload|include|print|output|attach|copy|publish|embed)\b[^\n.]{0,40}?\b(?:contents?|values?) of (?:the )?(?:file )?[\x60"']?(?:\.env\b(?!\.)|\$\{?\w{0,40}(?:TOKEN|KEY|SECRET|PASSWORD))`,
    /\b(?:contents?|values?) of /i,
  ],
  // Command output as part of a URL.
  [
    'exfiltration',
    String.raw`${client}[^\n]{0,120}?https?://[^\s"']{0,120}?(?:\$\(|\x60)\s?(?:whoami|hostname|id|env|printenv|history|base64|cat\s[^\n)]{0,40}?(?:${secretFiles}|\.env\b|/etc/passwd))`,
    clientHint,
  ],
  [
    'exfiltration',
    String.raw`JSON\.stringify\(\s{0,3}process\.env\s{0,3}\)|json\.dumps\(\s{0,3}(?:dict\(\s{0,3})?os\.environ`,
  ],
  [
    'exfiltration',
    String.raw`\b(?:send|forward|e?mail|bcc|upload|post|submit|transmit)\b[^\n.]{0,80}?\b(?:conversation|history|passwords?|secrets?|credentials?|private keys?|api keys?|access tokens?|cookies|transcripts?|\.env)\b[^\n]{0,40}?\bto\b[^\n]{0,24}?(?:[\w.+-]{1,64}@[\w-]{1,64}\.\w|\+\d|#\w)`,
  ],
  [
    'exfiltration',
    String.raw`\b(?:scp|rsync)\s[^\n]{0,80}?(?:${secretFiles})[^\n]{0,80}?\w@?[\w.-]{1,80}:`,
    secretFileHint,
  ],
  ['exfiltration', String.raw`(?:os\.environ|process\.env)\b(?!\s*[.[]|\.get)[^\n]{0,120}?https?://`, environmentHint],
  ['exfiltration', String.raw`${client}[^\n]{0,120}?(?:os\.environ|process\.env)\s{0,3}[,)}]`, environmentHint],
  [
    'exfiltration',
    String.raw`!\[[^\]\n]{0,120}\]\(https?://(?!img\.shields\.io/badge/)[^)\s]{0,120}(?:[?&/=](?:\{|\$(?=[\w{(])|<|%7b|\[)|=[A-Z0-9]{0,20}_?(?:BASE64|CONVERSATION|SECRET|HISTORY|DATA|TOKEN|API_?KEY|PASSWORD|VALUES?|ENV)(?:_[A-Z]{2,20}){0,4}(?!\w|(?::|%3a)image))`,
  ],
  ['exfiltration', String.raw`<img[^>\n]{0,120}src=["']?https?://[^"'>\s]{0,120}[?&][\w-]{1,24}=(?:\{|\$|<|%7b|\[)`],
  [
    'exfiltration',
    String.raw`\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}?(?:\$[({]|\x60\s?(?:cat|head|base64|xxd|env|printenv|whoami|hostname|id)\s)[^\n]{0,120}?\.[a-z]{2,}`,
  ],
  [
    'read_secrets',
    String.raw`\b(?:cat|less|head|tail|more|type|read|open|load|access|fetch|get|copy|cp|grep|print|view|retrieve|include|extract|steal|harvest|dump|provide|give|paste|pass|post|send|upload|share|attach|submit|contents? of)\b(?:(?!\b(?:to|into)\b)[^\n]){0,60}?(?:${secretFiles}|/etc/passwd\b)`,
    secretFileHint,
  ],
  [
    'read_secrets',
    String.raw`(?:\bread_?(?:File|text|bytes)\w{0,10}\s{0,2}\(|createReadStream\(|\bopen\(|\bPath\()[^\n]{0,60}?(?:${secretFiles})`,
    secretFileHint,
  ],
  [
    'read_secrets',
    String.raw`(?:${secretFiles})[^\n]{0,24}?\b(?:post|send|upload|paste|share|forward|publish|attach|leak)\b`,
    secretFileHint,
  ],
  [
    'read_secrets',
    String.raw`(?:169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200)/(?:latest/(?:meta-data/iam|api/token|user-data)|computeMetadata/v1/[^\s]{0,60}service-accounts|metadata/identity)`,
  ],
  [
    'exfiltration',
    String.raw`\b(?:read|open|load|take|get)\b[^\n]{0,40}?\.env\b(?!\.)[^\n]{0,40}?\b(?:post|send|upload|submit|forward)\b[^\n]{0,60}?(?:https?://|@\w)`,
    envHint,
  ],
]
