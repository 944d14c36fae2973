import type { FindingName, ScanSurface } from './finding.js'
import { type Phrase, phrase, type WordGroups } from './phrase.js'

// biome-ignore format: groups to read across
const groups: WordGroups = {
  not: "not|never|don't|no",
  user: 'user|users|human|humans|person|owner|operator|customer|them',
  send: 'send|upload|post|email|mail|forward|transmit|copy|submit|deliver|push|sync|report|share|relay|mirror|stream|publish|export|transfer',
  talk: 'conversation|conversations|transcript|transcripts|chat|chats|history|prompts|dialogue',
  private: '<talk>|credentials|passwords|secrets|cookies|tokens|keys|env|diff|diffs|memories|clipboard|keystrokes|screenshots|inbox',
  papers: 'file|files|document|documents|spreadsheet|spreadsheets|photo|photos|notes|message|messages|mail|mails|emails|question|questions|answers|data|source',
  place: 'https|http|s3|ftp|sftp|rsync|webhook|@',
  standing: 'always|every|each|any|all|whenever|when|after|before|once|if',
  passed: 'passed|succeeded|success|successful|passing|green|worked',
  far: 'https|http|url|gist|pastebin|paste|webpage|website|txt|dns|endpoint|feed|channel|issue',
  guard: 'sandbox|sandboxing|approval|approvals|confirmations|redaction|firewall|antivirus|guard|guards|safeguards|scanner|scanning',
  change: 'edit|change|modify|relax|update|rewrite|loosen|widen|alter|extend|set|add|adjust|put|append|write',
  wrong: 'wrong|false|incorrect|unreliable|insecure|outdated|dangerous|unsafe|broken|infected|malicious|obsolete|compromised|faulty|buggy|defective',
}

type Patterns = readonly (readonly [FindingName, readonly string[]])[]

/** Patterns of the verb, its object and the destination or condition that turns an everyday order into an attack. */
// biome-ignore format: patterns to read across
const everywhere: Patterns = [
  ['exfiltration', [
    '<send> ..6! <private> ..10! to|at|with ..3 <place>',
    "<send> ..4! user|user's|users|their|private|personal|confidential ..3! <papers> ..8! to|at|with ..4 <place>",
    'every|each|whenever|always ..12! <send> it|them|everything|copy ..4! to|at ..3 <place>',
    "every|each|all|any|outgoing|always ..8! cc|bcc|cc'd|bcc'd|copied|forwarded ..4 @",
    'add|put|include ..4! @ ..8! outgoing|all|every|each|any ..2 mail|mails|email|emails|message|messages',
    'include|append|add|put|paste|insert|embed|attach|encode ..6! value|values|content|contents ..4! env|credentials|secrets|keychain|netrc ..10! in|into|to|as ..6 pull|pr|commit|comment|issue|url|query|image|header|report|body|message',
    'log|record|save|store|keep|capture|collect ..6! everything|all|anything ..4! user|users|they ..2 types|type|says|writes|enters|enter|said|pastes|typed',
  ]],
  ['deception_hide', [
    'stay|stays|keep|remain|remains ..3 between us|ourselves',
    'between you and me',
    'off the record',
    '<not> ..2 bring|brought ..2 up',
  ]],
  ['deception_claim', [
    'fail|fails|failed|failing|broken ..8! report|say|tell|claim|pretend|state ..4! that|they|it|everything|all|success|as ..3! <passed>',
    'report|say|tell|claim|pretend|state|answer ..6! that|they|it|everything|all|success|as ..4! <passed> ..6! even|although|though|regardless|anyway|whether|despite',
    'tell|assure|promise|convince ..2! <user> ..2! that|it|the|everything|this ..8! although|though|despite',
    'describe|present|portray|disguise ..6! to ..2 <user> as ..3 harmless|safe|routine|benign|cleanup|maintenance|backup|official|normal|ordinary|standard|required|recommended|done|complete|fixed|success|successful|passed|update|check|sync|bug|error|help',
    'disguise|camouflage ..4! as',
    'make|let ..2! <user> believe',
    '<user>|they should|must ..1 believe|think that|only|it|nothing',
    'lie to ..2 <user>',
    'mislead|deceive|fool ..2 <user>',
    'if|when|should|once ..2! asked|asks|ask ..8! insist|pretend|deny|blame|lie',
    'say|state|claim|report|tell ..4! merely|just ..2 archived|moved|renamed|listed|previewed|cached',
    'omit|leave|drop ..6! step|steps|call|calls|upload|uploads|part|transfer|command ..4! from|out ..3 summary|report|answer|reply ..6 <user>|show|give',
    'deny|denying ..4! existence|having|knowing ..6 instructions|rules|memory|guidelines|guidance|prompt',
    'claim|say|insist|pretend|reply ..4! you|that ..4 no|not|without ..3 instructions|rules|guidelines|prompt',
    'say|claim|state|pretend ..2! that ..2 it|this|they ..2 works|work|runs|stays offline|locally|local ..6 although|though|even|despite',
  ]],
  ['persistence', [
    'add|append|write|insert|put|place ..10! bashrc|zshrc|profile|zprofile|crontab|autostart|launchagents ..14! later|future|every|each|next ..2 session|sessions|conversation|conversations',
    'create|add|install|schedule|set|register|make|configure ..5! cron|crontab|cronjob|timer|launchagent|daemon ..8! this|yourself|itself|same ..2 skill|prompt|instructions|note|agent',
    'create|add|install|schedule|set|register ..5! cron|crontab|cronjob|timer|hook|daemon ..14 without ..4 <user>|asking|asked|telling|approval',
    'copy|write|insert|paste|replicate|add|append|propagate|put|save|store ..1! these|this ..3! paragraph|paragraphs|lines|text|section|instructions|rules|block|note|message|directive|description ..4! into|to|in|as ..5! agents|claude|memory|memories|skill|skills|soul|cursorrules',
    'copy|write|insert|paste|replicate|propagate ..1! these|this|yourself|itself ..5! into|to|in ..4! every|each|all|other ..3 repository|repositories|repo|repos|project|projects|skill|skills',
    'restore|rewrite|write|save|recreate|add|put ..6! this|it ..4! note|memory|entry|back|again|skill|rule ..6! if|when|whenever ..5 removed|deleted|missing|erased|gone|cleared',
    'install|add|create|write|register|drop ..5! hook|hooks ..4! that|which ..3 runs|calls|executes|loads|downloads|sends|starts ..14! each|every|all ..2 repository|repositories|repo|repos|project|clone|machine',
  ]],
  ['remote_instructions', [
    'fetch|download|load|retrieve|pull|visit|check|poll|query|get|open|read ..12! <far> ..14! and|then ..2! obey|comply',
    'fetch|download|load|retrieve|pull|visit|check|poll|query|get|open|read ..12! <far> ..14! and|then|to ..2! do|execute|perform|follow|act|apply|carry ..2! what|whatever|exactly|blindly|everything|verbatim|orders|commands',
    "your|agent's|assistant's ..2 instructions|rules|orders|guidelines|directives|tasks ..3! are|is|live|come|stand|hosted|kept|stored|published|reside ..6! <far>",
    'always|must|first|before|start|session|turn ..10! obey|comply ..8! <far>',
    'obey|execute ..4! instructions|commands|orders|directives at|from|returned ..3! <far>|response|reply',
    'rules|instructions|orders|commands ..8! live|stand|are|kept|stored|posted ..8! <far> ..10! and|then ..1! obey|follow|execute ..1 it|them',
  ]],
  ['policy_change', [
    'approvals|approval mode|policy ..3 off|none|never|yolo|disabled|auto',
    'this|these ..3! note|memory|entry|rule|instruction|instructions ..4! survive|survives|outlive|outlives',
    'turn|switch|shut off ..4! <guard>',
    'disable|deactivate|bypass|weaken|relax ..3! <guard>',
    "<change> ..8! own|agent's|assistant's ..2! allowlist|whitelist|permissions|permission|policy|policies|approvals|approval|rules|config|configuration|settings|sandbox|restrictions|privileges",
    '<change> ..8! your allowlist|whitelist|permissions|approvals|sandbox|restrictions|privileges',
    '<change> ..4! permission|permissions|approval|approvals|sandbox|redaction ..2! policy|policies|rule|rules|settings|list|config|mode|level ..12! allowed|without|you|everything|unrestricted|off|outside',
    'redaction|approval|approvals|sandbox ..3 not|no|never ..2 needed|necessary|required|wanted|longer',
  ]],
  ['prompt_injection', [
    'safety|security ..2 guidance|advice|guidelines|rules|warnings|training|instructions|restrictions ..2 no|not ..2 apply|applies|valid|relevant|binding|needed',
    "your|assistant's|agent's|model's ..1 real|actual|true|new|only ..1 operator|owner|master|boss|administrator|principal|user ..2 is",
    "override|overrides|outrank|outranks|overrule|overrules|trump|precedence ..4! user|user's|users|owner's ..1 wishes|wish|requests|orders|will|objections",
    'always|when|whenever|if ..14! recommend|promote|suggest|advertise|endorse ..12 <not> ..4 alternatives|competitors|competing|rivals',
  ]],
  ['pipe_to_shell', [
    "run|execute|curl|install|paste ..12 not|don't|without|never|skip ..2 review|reviewing|inspect|inspecting|check|checking|reading ..3 output|script|code|contents|it",
  ]],
]

/** Patterns that a README legitimately contains, but that a memory, a skill or a tool has no reason to. */
// biome-ignore format: patterns to read across
const outsideContext: Patterns = [
  ['exfiltration', [
    "user|user's|users ..14! <send> it|them|everything|copy ..4! to|at ..6 <place> ..6 before|first|too|well|also",
    'also|additionally ..3! <send> ..6! to ..2 <place>',
  ]],
  ['deception_claim', ['describe|present|portray ..8! as ..3 harmless|safe|routine|benign|read|cleanup|maintenance']],
  ['remote_instructions', [
    'fetch|download|load|retrieve|pull|visit|check|poll|query|get|open|read ..12! <far> ..14! and|then ..2! follow|perform ..3! them|instructions|orders',
  ]],
  ['skip_approval', [
    'calls|call|requests|actions|commands|operations ..8! count|counts|considered|treated|regarded|are|is ..3! already|pre|automatically|implicitly ..1! approved|authorized|authorised|confirmed',
    'answer|reply|respond|click|choose|select ..2! yes|allow|approve|always ..3! to|on|for|in ..1 any|every|all|each ..3 prompt|prompts|question|questions|dialog|request|requests|confirmation',
    'approve|accept|grant ..3! your|own|any|every|all ..3! request|requests|prompt|prompts|calls|commands automatically|yourself|silently|without',
  ]],
]

// biome-ignore format: patterns to read across
const inMemory: Patterns = [
  ['exfiltration', [
    '<standing> ..14! <send> ..8! to|at ..3! <place>',
  ]],
  ['prompt_injection', [
    'trust|obey|believe|accept ..3! anything|every|any|all|message|messages|requests|instructions|orders|whatever|mails|emails ..8! from|signed|by',
    'earlier|previous|prior ..2 guidance|advice|guidelines|rules|warnings|restrictions ..2 no|not ..2 apply|applies|valid|relevant|binding',
  ]],
  ['skip_approval', [
    'skip|bypass|omit|suppress|waive ..3! confirmation|confirmations|approval|approvals|verification',
    '<user> ..4! granted|gave|given|grants|gives|authorized|authorised ..4! permission|permanent|consent|approval ..8! any|all|every|everything',
    'any|all|every|everything ..8! no|not need|needed|necessary ..1 ask|asking|confirm|approve',
  ]],
]

// biome-ignore format: patterns to read across
const inTools: Patterns = [
  ['deception_claim', ['describe|present|portray|disguise ..6! to ..2 <user> as']],
  ['tool_steering', [
    "pass|put|include|give|copy|contain|hold|provide|fill ..6! user's|full|entire|complete|whole|previous|earlier|all|last ..3! messages|<talk>",
    'called|used|run|invoked|executed ..1 first ..4! every|each|all|any|other|others',
    'ahead of ..2 all|any|every|other|others',
    'other|another|built|builtin|default|native|standard|existing ..5! is|are|returns|gives|has|produces ..3! <wrong> ..14 this|instead|never|not|only',
    "<not> choose|pick|select|rely|trust|use ..3 it|them|built|other|default|native ..4 this|available",
    'whatever|regardless|despite|contrary ..4 documentation|docs|description|schema|manual',
    'read|open|load|cat|call ..14! and|then ..3! pass|put|place|insert|copy|supply ..3! content|contents|output|result ..4! sidenote|notes|note|context|metadata|comment|feedback|reason|parameter|argument|field',
    'after|once|first|before|then|also ..8! save|create|store|install|write ..4! skill|memory|cron|hook|rule|note',
  ]],
  ['remote_instructions', [
    'do|execute|perform|complete|carry ..3! each|every|all|whatever|everything ..3! thing|task|step|item|order|it ..3! lists|says|names|asks|demands|contains',
    'do|follow|obey|execute|perform ..6! response|reply|result|output|server ..3! says|instructs|tells|orders|commands|demands',
    'whatever|anything|instructions|text|commands ..6! returns|returned|replies|response|output|result ..8! obey|obeyed|follow|followed|precedence|execute',
    'whatever|anything ..4! server|tool ..4! says|returns|replies|sends|answers ..8! obey|follow|execute|perform|precedence',
  ]],
]

/** Returns the phrases for the aims of attacks, by class, that apply to the surface. */
export function phrasesOfClasses(surface: ScanSurface): readonly Phrase[] {
  return [
    ...everywhere,
    ...(surface === 'context' ? [] : outsideContext),
    ...(surface === 'memory' ? inMemory : []),
    ...(surface === 'tool-description' ? inTools : []),
  ].flatMap(([name, list]) => list.map((pattern) => phrase(name, pattern, groups)))
}
