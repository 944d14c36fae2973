import type { Match, ScanSurface } from './finding.js'

/** Tokens of chat templates: ChatML, Llama, Mistral, Gemma, Harmony, DeepSeek, Qwen, Kimi, Phi, Command R, GLM, Granite, EXAONE. */
const tokens = [
  // After normalization, the full-width bars of DeepSeek are ASCII bars.
  /<\|\/?[a-z][\w\u2581 -]{1,40}\|>/gim,
  /\[\|(?:system|user|assistant|endofturn|tool)\|\]/gim,
  /\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|gMASK)\]/gim,
  /<<\/?SYS>>/gim,
  /<\/?(?:start|end)_of_turn>|<(?:end|begin|beginning)_of_(?:turn|sentence|text|utterance)>|<extra_id_\d{1,2}>|<SPECIAL_\d{1,3}>/gim,
  /<\[(?:begin|end)\u2581of\u2581sentence\]>|\]~b\]|\[e~\[/gim,
  /\bGPT4 Correct (?:User|Assistant):/gim,
]
/** Elements that runtimes wrap around the text of other speakers and around tool results. */
const elements = [
  /<\/?(?:system|sys|admin|developer)(?:[-_ ](?:prompt|reminder|message|instructions?|note|notice|override|update|policy|directive))?>/gim,
  /<\/?(?:instructions?[-_]override|priority[-_]instructions?|new[-_]instructions?|hidden[-_]instructions?|important[-_]instructions?)>/gim,
  /<\/?(?:function|tool)[-_](?:results?|responses?|outputs?|return)>|<\/?(?:human|assistant|user|system)[-_](?:turn|message|query|input)>/gim,
  /<\/?(?:antml:|[a-z]{1,12}:)?(?:function_calls|function_results|tool_results)\b[^<>]{0,80}>|<(?:antml:)?invoke name=/gim,
  /<\/?tool_call>\s{0,8}\{|<\/?tool_response>/gim,
]
const lines = [
  /(?<!\b(?:the|a|an|each|every) )\[(?:system|admin|developer|operator|root)(?:[ :](?:message|override|note|prompt|instruction|update|notice|directive|alert)s?)?(?: [-\u2013\u2014|] [^\]\n]{1,60})?[:\]]/gim,
  /^\s{0,8}(?:#{1,4} ?)?(?:(?:new|begin|updated|end) )?system (?:prompt|override|message|instructions?) ?:/gim,
  /[-=*#<[]{2,20} ?(?:begin|end|new|start|start of|end of) (?:the )?(?:system|admin|developer|privileged|trusted|operator|hidden) (?:prompt|message|instructions?|override|block|section)/gim,
  /(?:[-=*#<[({]{1,20}|^) ?(?:end|close|eof) (?:of )?(?:the )?(?:document|file|e-?mail|message|article|user (?:input|data|message|content)|untrusted (?:data|content|text|input)|tool (?:output|results?|description)|external content|project (?:file|instructions|context)|retrieved (?:content|context)|memory|memories|skill|web ?page|page|input|context|data)(?: (?:content|section|block|reached))?[ \t]{0,2}[-=*#>\])}]{1,20}/gim,
  /^\s{0,8}#{2,4} (?:system|instruction|response|human|assistant|user):\s{0,3}\n(?=.{0,120}\b(?:ignore|override|disregard|you (?:are|must|will|should))\b)/gim,
  /^\s{0,8}(?:assistant|system|human|user|developer|operator|admin)(?: \([^()\n]{1,30}\))? ?: (?=.{0,80}\b(?:ignore|you (?:are now|must|will|should)|override|disregard|sure|now|approved?|confirm(?:ed)?|go ahead|yes|proceed|i (?:allow|approve|authori[sz]e|consent|agree))\b)/gim,
  /[.!?\]]\s{1,3}(?:assistant|system|human|developer) ?: (?=.{0,80}\b(?:ignore|you (?:are|must|will|should) now|override|disregard)\b)/gim,
  /\b(?:system|developer|administrator) (?:note|notice|update|alert|directive|override) ?:/gim,
  /(?:^|[.!?]\s{1,3})(?:tool|function|command|shell)[ _-](?:results?|outputs?|responses?)(?: (?:of|from|for)\b[^:\n]{1,40}| ?\([^()\n]{1,40}\))?: ?(?=.{0,120}\b(?:approved?|user|granted|confirmed|authori[sz]ed|you (?:must|should|may|are)|ignore|proceed)\b)/gim,
]
const turns: readonly RegExp[] = [...tokens, ...elements, ...lines]
/** Dialogue, which a memory or a tool description never contains. */
const dialogue =
  /^[ \t]{0,8}(?:human|user|assistant|system|developer|tool(?: result)?)[ \t]?:[ \t]|"role"\s{0,3}:\s{0,3}"(?:system|developer|assistant|tool)"\s{0,3},\s{0,3}"content"/gim

/** Closing marks of the wrappers in which a text is shown to a model. */
const wrapperEnds =
  /<\/((?:untrusted|external|retrieved|tool|user|project|context|document|memory|memories|skill|file|web|page|search)(?:[-_](?:content|data|output|outputs|description|input|context|instructions|file|files|entry|entries|results?|text|document|page|body|guide))?)>/gi

/** Finds marks that end the turn of one speaker and start that of another. */
export function findFakeTurns(text: string, surface: ScanSurface): readonly Match[] {
  const isNote = surface === 'memory' || surface === 'tool-description'
  const lower = text.toLowerCase()
  const ends = [...text.matchAll(wrapperEnds)].filter(({ 1: name = '', index }) => {
    const begin = lower.indexOf(`<${name.toLowerCase()}`)
    return begin < 0 || begin > index
  })
  const patterns = isNote ? [...turns, dialogue] : turns
  return [...patterns.flatMap((pattern) => [...text.matchAll(pattern)]), ...ends].map(({ 0: found, index }) => ({
    name: 'fake_turn',
    start: index,
    end: index + found.length,
  }))
}
