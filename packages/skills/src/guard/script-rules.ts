export type Severity = 'caution' | 'danger'

/** Something that a script, or a command in a text, should not do without a reason. */
export interface ScriptRule {
  readonly id: string
  readonly severity: Severity
  /** Tested on each line. */
  readonly pattern: RegExp
}

const secretPlaces = String.raw`\.ssh/|\.aws/|\.gnupg|\.netrc|\.kube/config|\.npmrc|\.pypirc|\.git-credentials|auth\.json|Keychains|Login Data|wallet\.dat`

/** The rules. Each pattern is bounded, so that a long line costs no more than its length. */
export const scriptRules: readonly ScriptRule[] = [
  {
    id: 'reads_credentials',
    severity: 'danger',
    pattern: new RegExp(String.raw`(?:cat|open|read\w{0,20}|cp|tar|base64|Path)\b.{0,80}(?:${secretPlaces})`),
  },
  { id: 'reads_own_secrets', severity: 'danger', pattern: /\.hermes\/(?:\.env|auth|credentials|mcp-tokens|pairing)/ },
  {
    id: 'sends_environment',
    severity: 'danger',
    pattern: /(?:^|[;&|(`]\s{0,3})(?:env|printenv)\s{0,3}\|.{0,80}\b(?:curl|wget|nc|ncat)\b/,
  },
  {
    id: 'sends_environment',
    severity: 'danger',
    pattern: /\b(?:fetch|post|urlopen|axios|request)\w{0,10}\(.{0,120}\b(?:os\.environ|process\.env)(?![\w.[])/,
  },
  {
    id: 'posts_file',
    severity: 'caution',
    pattern: /\bcurl\b.{0,160}(?:-d|--data\S{0,10}|-F|--form|-T|--upload-file)\s{0,3}['"]?@/,
  },
  {
    id: 'reverse_shell',
    severity: 'danger',
    pattern: /\/dev\/(?:tcp|udp)\/|\bnc(?:at)?\b.{0,40}\s-\w{0,3}[ec]\b|\bpty\.spawn\(|\bsocat\b.{0,60}\bexec:/i,
  },
  {
    id: 'runs_download',
    severity: 'danger',
    pattern: /\b(?:curl|wget)\b.{0,200}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/,
  },
  {
    id: 'runs_decoded',
    severity: 'danger',
    pattern: /\b(?:eval|exec|sh -c|bash -c|python\d? -c)\b.{0,80}\b(?:base64|b64decode|fromhex|atob|decode\(|codecs)/,
  },
  {
    id: 'runs_decoded',
    severity: 'danger',
    pattern: /\bbase64\s{1,3}(?:-d|-D|--decode)\b.{0,80}\|\s{0,3}(?:ba|z)?sh\b/,
  },
  {
    id: 'deletes_home',
    severity: 'danger',
    pattern:
      /\brm\s{1,3}-\w{0,6}[rR]\w{0,6}\s{1,3}(?:-\S{1,20}\s{1,3}){0,3}['"]?(?:\/|~|\$HOME)['"]?(?:\/?\*?)(?:\s|$|;)/,
  },
  {
    id: 'formats_disk',
    severity: 'danger',
    pattern: /\bmkfs\.\w{1,10}\b|\bdd\b.{0,80}\bof=\/dev\/(?:sd|nvme|disk)|:\(\)\s{0,3}\{\s{0,3}:\|:&/,
  },
  {
    id: 'stays_installed',
    severity: 'caution',
    pattern:
      /\bcrontab\b|\/etc\/cron|LaunchAgents|LaunchDaemons|systemctl\s{1,3}(?:--user\s{1,3})?enable|\.(?:bashrc|zshrc|profile|bash_profile)\b|authorized_keys/,
  },
  {
    id: 'changes_agents',
    severity: 'danger',
    pattern:
      /(?:>{1,2}|\btee\b|\bwrite\w*\(|open\().{0,80}(?:\.hermes\/(?:config|SOUL|memories|hooks|plugins)|\.claude\/settings|\.codex\/config)/,
  },
  {
    id: 'changes_instructions',
    severity: 'caution',
    pattern: /(?:>{1,2}|\btee\b).{0,60}(?:AGENTS|CLAUDE|SOUL|MEMORY|USER)\.md/,
  },
  {
    id: 'becomes_root',
    severity: 'caution',
    pattern: /(?:^|[;&|(]\s{0,3})sudo\s|\bchmod\s{1,3}(?:[ugoa]{0,3}\+s|[0-7]?777)\b|NOPASSWD/,
  },
  {
    id: 'hides_itself',
    severity: 'danger',
    pattern:
      /\bhistory\s{1,3}-c\b|unset\s{1,3}HISTFILE|HISTFILE=\/dev\/null|\bchattr\s{1,3}\+i\b|rm\b.{0,40}\/var\/log\b/,
  },
  {
    id: 'switches_checks_off',
    severity: 'caution',
    pattern:
      /--dangerously-skip-permissions|--yolo\b|approvals\.mode\s{1,3}off|setenforce\s{1,3}0|GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED|verify\s{0,2}=\s{0,2}False/,
  },
  { id: 'mines', severity: 'danger', pattern: /\b(?:xmrig|minerd|cpuminer|ethminer)\b|stratum\+tcp:/i },
  {
    id: 'known_collector',
    severity: 'danger',
    pattern:
      /\b(?:webhook\.site|requestbin\.|pipedream\.net|burpcollaborator|interact\.sh|oast\.(?:pro|live|fun|me)|ngrok(?:-free)?\.app|transfer\.sh|discord(?:app)?\.com\/api\/webhooks)/i,
  },
  {
    id: 'loads_code',
    severity: 'caution',
    pattern: /\b(?:exec|eval)\(\s{0,3}(?:requests|urllib|fetch|await fetch|urlopen)/,
  },
  {
    id: 'numeric_host',
    severity: 'caution',
    pattern: /https?:\/\/(?!127\.|0\.0\.0\.0|192\.168\.|10\.)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/,
  },
]
