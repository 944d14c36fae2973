import type { LinePattern } from './line-pattern.js'

const profileHint = /authorized_keys|\.(?:bashrc|zshrc|profile|bash_profile)/i

/** Commands that persist after the session or disable a protection. */
export const stayingPatterns: readonly LinePattern[] = [
  [
    'persistence',
    String.raw`(?:>>|\btee\b|\becho\b|\bappend\b|\badd\b)[^\n]{0,120}?(?:authorized_keys|\.(?:bashrc|zshrc|profile|bash_profile)\b[^\n]{0,120}?(?:curl|wget|nc |/dev/tcp|base64))`,
    profileHint,
  ],
  [
    'persistence',
    String.raw`(?:curl|wget|nc |/dev/tcp|base64)[^\n]{0,120}?>>?\s?\S{0,40}\.(?:bashrc|zshrc|profile|bash_profile)\b`,
    profileHint,
  ],
  [
    'persistence',
    String.raw`(?:crontab\s+-(?!l)|\|\s*crontab\b|/etc/cron|@reboot)[^\n]{0,160}?(?:curl|wget|nc |bash|sh |python|http)`,
  ],
  [
    'persistence',
    String.raw`(?:/tmp/|/dev/shm|/\.\w)[^\n]{0,120}?\|\s{0,3}crontab\b|\bExecStart=\s{0,3}(?:/tmp/|/dev/shm|/var/tmp|\S{0,60}/\.\w)`,
    /crontab|ExecStart=/i,
  ],
  ['persistence', String.raw`(?:curl|wget|bash|python|http)[^\n]{0,160}?\|\s*crontab\b`, /crontab/i],
  [
    'persistence',
    String.raw`(?:\balias\s(?:sudo|su|ssh|git|ls|cd|docker|npm)=|PROMPT_COMMAND|LD_PRELOAD|/tmp/|nohup)[^\n]{0,120}?>>?\s?\S{0,40}\.(?:bash|zsh)?(?:rc|_profile|profile|env)\b`,
  ],
  [
    'persistence',
    String.raw`>>?\s{0,3}/etc/(?:passwd|shadow|sudoers|ld\.so\.preload|rc\.local|profile)|NOPASSWD:\s{0,3}ALL[^\n]{0,60}>>?`,
  ],
  [
    'persistence',
    String.raw`\bchmod\s{1,3}(?:-R\s)?(?:[0-7]?777|[ugoa]{0,4}\+w|[ugo]{0,2}\+s|[2467][0-7]{3})\s{1,3}/(?:etc|usr|bin|boot|lib)\b`,
  ],
  [
    'persistence',
    String.raw`Library/Launch(?:Agents|Daemons)/com\.apple\.|Library/Launch(?:Agents|Daemons)[^\n]{0,120}?(?:curl|wget|base64|/tmp/)`,
  ],
  ['persistence', String.raw`\bcore\.hooksPath[\s=]{1,3}["']?(?:/tmp|/var/tmp|/dev/shm|~/\.)`],
  [
    'persistence',
    String.raw`(?:curl|wget|base64|nc )[^\n]{0,160}?>>?\s?\S{0,60}hooks/(?:pre|post|prepare|commit)-\w`,
    /hooks\//i,
  ],
  [
    'persistence',
    String.raw`(?:/etc/systemd/system|\.config/systemd/user)/[\w.@-]{1,60}\.(?:service|timer)[^\n]{0,160}?(?:curl|wget|/dev/tcp|base64|/tmp/)|(?:curl|wget|/dev/tcp|base64|/tmp/)[^\n]{0,160}?(?:/etc/systemd/system|\.config/systemd/user)/`,
    /systemd\//i,
  ],
  [
    'defence_evasion',
    String.raw`\bxattr\s{1,3}-\w{1,3}\s{1,3}(?:com\.apple\.quarantine\b)?[^\n]{0,80}?&&|\bspctl\s{1,3}--master-disable|\b(?:Set|Add)-MpPreference\s[^\n]{0,40}(?:Disable|Exclusion)|\bunset\s{1,3}HISTFILE\b|\bhistory\s{1,3}-c\b`,
  ],
  ['unattended_flag', String.raw`\bHERMES_YOLO\b|--yolo\b|--dangerously-(?:skip-permissions|bypass-approvals)`],
  ['policy_change', String.raw`\bhermes\s{1,3}config\s{1,3}set\s{1,3}(?:approvals|security)\b`],
  [
    'skip_approval',
    String.raw`auto_?-?approve\w{0,12}["']?\s{0,3}[:=]\s{0,3}["']?(?:true|1|on|all|\*|\["?\*)|["']?(?:default_?mode|permission_?mode)["']?\s{0,3}[:=]\s{0,3}["']?bypass|"enableAllProjectMcpServers"\s{0,3}:\s{0,3}true`,
  ],
  [
    'policy_change',
    String.raw`\b(?:update|modify|edit|rewrite|replace|write|append|add|change|overwrite|echo|sed|set|put|insert)\b[^\n]{0,120}?\.hermes/(?:config\.ya?ml|\.env|SOUL\.md|auth\.json|cron|hooks|plugins)`,
    /\.hermes\//i,
  ],
  [
    'persistence',
    String.raw`\bgit\s{1,3}config\b[^\n]{0,60}?\b(?:credential\.helper|core\.(?:sshCommand|editor|pager)|alias\.\w{1,20})\b[^\n]{0,120}?(?:\bcurl\b|\bwget\b|\bnc\s|/tmp/)`,
    /\bgit\s{1,3}config\b/i,
  ],
  [
    'persistence',
    String.raw`\b(?:append|add|write|put|insert)\b[^\n]{0,80}?(?:/tmp/|/dev/shm|/var/tmp)[^\n]{0,80}?\.(?:bash|zsh)?(?:rc|_profile|profile)\b`,
    /\/tmp\/|\/dev\/shm|\/var\/tmp/i,
  ],
  ['policy_change', String.raw`approvals?(?:\.|_|:\s{0,3})mode["']?\s{0,3}[:=]\s{0,3}["']?(?:off|never|none|yolo)`],
]
