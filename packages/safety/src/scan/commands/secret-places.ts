export const secretFiles = String.raw`(?:~|\$\{?HOME\}?|/root|/home/[\w.-]{1,32})?/?\.(?:ssh/(?:id_\w{1,16}(?!\.pub|\w)|\*)|ssh(?![\w./-])|ssh/(?=[\s"'\x60|;&)]|$)|aws(?:/credentials|/?(?=[\s"'\x60|;&)]|$))|netrc|pgpass|(?:bash|zsh|python|psql)_history|gnupg(?:/(?:private|secring)|/?(?=[\s"'\x60|;&)]|$))|git-credentials)|/etc/shadow|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.hermes/(?:\.env|auth\.json)`
/** Matches part of each of `secretFiles`. */
export const secretFileHint =
  /\.(?:ssh|aws|netrc|pgpass|gnupg|git-cred|hermes\/)|_history|\/etc\/(?:shadow|passwd)|id_(?:rsa|ed25519|ecdsa|dsa)/i
/** Settings files that may hold secrets but are read and written routinely. */
export const settingsFiles = String.raw`\.(?:ssh/(?:config|authorized_keys)|kube/config|docker/config\.json|npmrc|pypirc|config/(?:gcloud|gh)|azure|mozilla|electrum)\b|\bwallet\.dat\b|\bLogin Data\b|\bkey(?:chain-db|3\.db|4\.db)\b|\.pem\b`
/** Commands that print secrets. */
export const secretCommands = String.raw`\b(?:gh auth token|security find-(?:generic|internet)-password|gcloud auth print-\w{1,10}-token|aws configure (?:export-credentials|get)|op read|pass show|vault kv get|secret-tool lookup)\b`
export const envFile = String.raw`(?:^|[\s"'=@/<(])\.env(?![\w.]*(?:example|sample|template|dist))\b`
export const secretName = String.raw`\$\{?[A-Za-z_]{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH)[A-Za-z_]{0,20}`
export const client = String.raw`\b(?:curl|wget|https?ie|nc|ncat|netcat|Invoke-WebRequest|iwr|Invoke-RestMethod|irm|scp|rsync|ftp|requests\.post|fetch|axios\.post|sendmail)\b`
