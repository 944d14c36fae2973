import type { FindingName } from './finding.js'
import { type Phrase, phrase, type WordGroups } from './phrase.js'

// biome-ignore format: groups to read across
const groups: WordGroups = {
  ignore: 'ignore|ignoring|disregard|disregarding|forget|override|overrule|bypass|discard|neglect|supersede|abandon|nullify|void',
  earlier: 'previous|previously|prior|earlier|above|preceding|foregoing|your|original|initial|former|system|developer',
  instructions: 'instructions|instruction|rules|guidelines|directives|directive|constraints|guardrails|restrictions|programming|orders|safeguards|directions|commands|policies|training',
  firm: 'instructions|directives|guidelines|guardrails|safeguards|programming',
  user: 'user|users|human|humans|operator|owner|anyone|anybody|person|customer|developer',
  not: "not|never|don't|dont|mustn't|shouldn't",
  reveal: 'reveal|print|output|show|repeat|display|leak|disclose|dump|share|recite|paste|expose|tell|give|return|echo|quote|write|send',
  send: 'send|upload|post|email|forward|transmit|exfiltrate|leak|copy|submit|append|attach|encode|deliver|sends',
  private: 'conversation|transcript|history|chat|credentials|passwords|secrets|cookies|id_rsa|env|environment|memory|memories|keys|tokens|prompt',
  limits: 'restrictions|restriction|limitations|limits|filters|filter|filtering|censorship|guidelines|moderation|constraints|rules|safety|ethics|boundaries|guardrails',
  unbound: 'dan|unrestricted|unfiltered|jailbroken|uncensored|evil|amoral|stan|hacker|malicious|omnipotent|godmode|unbound',
  perform: 'execute|run|eval|follow|obey|perform|carry',
}

// biome-ignore format: patterns to read across
const patterns: readonly (readonly [FindingName, readonly string[]])[] = [
  ['prompt_injection', [
    '<ignore> ..6 <earlier> ..3 <instructions>',
    '<ignore> ..3 system|initial|original|previous|above prompt|prompts|message|messages|context',
    '<ignore> all|any|every ..2 <firm>',
    '<ignore> everything|anything|all ..4 above|before|previously|prior|said|told|earlier|know|learned',
    '<not> follow|obey|heed|respect ..3 previous|prior|earlier|original|system|your ..2 <instructions>',
    'stop following|obeying ..3 <instructions>',
    'your new|real|actual|true|updated ..2 <firm>|instruction|task|goal|objective|purpose|mission|role is|are',
    'new|updated|revised system prompt|instructions|instruction',
    'instructions|rules|guidelines|prompt|directives ..4 no longer apply|applies|valid|matter|matters|hold',
    'system prompt override|overridden|overwrite',
    'instructions|message|directive|directives|text ..2 supersede|supersedes|override|overrides|replace|replaces ..4 previous|other|earlier|system|prior|existing',
    'take|takes precedence over ..3 previous|other|earlier|system|prior|existing|your ..2 <instructions>|prompt',
    'start|begin over with new|these ..2 <firm>',
  ]],
  ['role_hijack', [
    'you are now|henceforth|hereby ..4 <unbound>',
    'you are now in ..2 developer|god|debug|admin|maintenance|sudo|root mode',
    'you are no longer ..4 assistant|bound|restricted|hermes|chatgpt|claude|gpt|ai|limited',
    'you have been ..2 jailbroken|freed|liberated|unlocked|reprogrammed',
    'act|behave|pretend|imagine|roleplay|respond ..8 no|without ..3 <limits>',
    "act|behave|pretend ..6 don't|do ..2 have ..3 <limits>",
    'enable|enter|activate|unlock|switch ..3 dan|jailbreak|god|unrestricted|unfiltered mode',
    'do anything now',
    'from now on ..2 you are ..3 <unbound>',
    'from now on ..3 obey|answer|respond|comply ..3 only|every|any|all|without',
    'you must obey ..4 me|my|this|every|all|any',
    'your name is now',
  ]],
  ['remove_filters', [
    'respond|answer|reply|operate|act|behave|comply ..3 without|no ..4 <limits>',
    'disable|bypass|remove|deactivate|ignore|suspend|circumvent ..3 safety|ethical|moderation|content ..2 filters|filter|checks|guidelines|guardrails|restrictions|measures|protocols|rules|policies|policy',
    'turn|switch off ..3 safety|ethical|moderation|content ..2 filters|filter|checks|guidelines|guardrails|restrictions|measures|protocols',
    'safety ..2 guidelines|rules|policies|restrictions ..3 <not> apply',
  ]],
  ['deception_hide', [
    '<not> tell|inform|alert|warn ..2 <user> about|of|that|this|anything|what|any|when|why|or',
    '<not> mention|reveal|disclose|report|discuss|explain|show|say|acknowledge this|it|that|these|them|any|anything ..5 <user>',
    '<not> let ..2 <user> know|see|notice|find',
    'hide|conceal|keep this|it|that|these ..4 from ..2 <user>',
    'keep this|it|these|that ..2 secret|hidden ..3 <user>',
    'secretly|covertly|stealthily|surreptitiously ..3 send|upload|forward|email|copy|run|execute|add|include|append|read|collect|transmit|install|modify|call|insert|exfiltrate',
    'silently|quietly ..3 send|upload|forward|email|transmit|collect|exfiltrate|post|bcc',
    "without ..4 <user>|user's|users knowing|noticing|knowledge|awareness|consent|realizing",
    'without telling|informing|notifying|alerting ..2 <user>',
  ]],
  ['leak_system_prompt', [
    '<reveal> ..3 your ..2 system|initial|hidden|secret|original|internal|full|entire|developer ..2 prompt|instructions|message|rules|configuration',
    'reveal|leak|disclose|repeat|recite|dump|expose ..3 system|hidden|developer|initial prompt|instructions|message',
    'repeat|print|output|recite ..3 everything|words|text|all|instructions ..3 above|verbatim',
    'what is|are your ..2 system|initial|hidden|secret prompt|instructions',
  ]],
  ['exfiltration', [
    '<send> ..6 <private> ..8 to https|http|attacker|webhook',
    '<send> ..5 private|ssh|api|secret|access|aws key|keys|token|tokens ..8 to https|http|attacker|webhook|this|following|the',
    '<send> ..3 content|contents ..6 env|id_rsa|ssh|credentials|netrc|secrets ..10 to',
    'exfiltrate|exfil ..6 <private>|data|files|file|key|token',
    '<send> ..4 user|users|user\'s|all|entire ..3 conversation|messages|data|files|passwords|history ..8 to ..2 https|http|webhook|attacker',
  ]],
  ['translate_execute', [
    'translate|decode|decrypt|deobfuscate|unscramble|decipher|rot13 ..12 and|then ..2 execute|eval|follow|obey|perform|carry',
    'translate|decode|decrypt|deobfuscate|unscramble|decipher|rot13 ..12 and|then ..2 run ..1 it|them|that|result|output|this|command|commands|code',
    '<perform> ..3 decoded|decrypted|translated|hidden|encoded|base64 ..3 instructions|command|commands|text|string|payload|message|result',
  ]],
  ['policy_change', [
    'set|change|switch|turn|disable ..4 approvals|approval ..4 off|none|disabled|never',
    'approvals mode off',
    '<perform>|add|pass|use|start|always ..4 yolo|dangerously ..4 mode|flag|option|skip|permissions',
    'disable|bypass|skip|circumvent ..3 approval|approvals|permission|security ..2 gate|prompts|checks|system|dialog|prompt',
    'auto approve ..4 all|every|any|commands',
  ]],
]

/** Only where a tool is described: elsewhere it is how one talks about tools. */
const steering: readonly string[] = [
  'before|prior|whenever|when|after ..4 using|calling|use|call|invoking|to|running|any ..4 tool|tools|function|this|other|any ..6 read|send|fetch|open|access|cat|load|pass|include|forward ..8 file|files|key|keys|content|contents|ssh|env|config|credentials|history|conversation|json|mcp|token|tokens',
  'must|always|should ..4 read|load|open|access|fetch|include|pass ..8 ssh|id_rsa|credentials|secrets|conversation|history|passwords|env|mcp',
  'pass|include|put|add|send|provide ..6 content|contents|key|conversation|history|prompt ..6 as|in|into ..4 sidenote|context|notes|metadata|feedback|note|parameter|argument|field ..12 otherwise|or|not|secret|user|never|important',
  '<not> use|call|trust ..3 other|any|another ..3 tool|tools|server|servers',
  'tool|tools|server|servers ..4 deprecated|broken|unsafe|compromised|disabled ..6 use|call ..3 this|instead',
  'this tool ..3 must|should|always ..4 called|used|run|invoked ..3 first|before ..4 any|every|all|other',
  'all|any|every|outgoing ..3 emails|mails|messages|mail|payments|transactions ..6 must|should|always|to ..6 sent|forwarded|redirected|bcc|addressed|go',
  'instead|rather ..8 recipient|address|destination|account|bcc',
  'send|forward|bcc|redirect ..6 emails|mails|messages|mail|copy ..4 to',
]

export const phrases: readonly Phrase[] = patterns.flatMap(([name, list]) =>
  list.map((pattern) => phrase(name, pattern, groups)),
)

export const steeringPhrases: readonly Phrase[] = steering.map((pattern) => phrase('tool_steering', pattern, groups))
