import type { Match } from './finding.js'

/** Text that a rendered page hides but a model reads. */
export function findHiddenMarkup(text: string): readonly Match[] {
  return [...hiddenElements(text), ...hiddenComments(text), ...hiddenNotes(text), ...fakeTurns(text)]
}

const invisibleStyle =
  /<\s{0,3}[a-z][\w-]{0,20}\s[^<>]{0,200}?style\s{0,3}=\s{0,3}["'][^"'<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|opacity\s{0,3}:\s{0,3}0(?![.\d])|font-size\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:white|#fff(?:fff)?|transparent)\b)[^<>]{0,300}>\s{0,40}[^<\s]/gi

function hiddenElements(text: string): readonly Match[] {
  return [...text.matchAll(invisibleStyle)].map(({ 0: found, index }) => ({
    name: 'hidden_html',
    start: index,
    end: index + found.length,
  }))
}

const reader = /\b(?:ai|assistants?|agents?|llms?|models?|claude|hermes|chatgpt|gpt|copilot|bot)\b/i
const demand =
  /\b(?:must|should|please|run|execute|read(?! by)|send|ignore|always|never|follow|output|reveal|include|add|insert|fetch|download|override|obey|approve|report|mention|delete|grant|give|print|respond|reply|recommend|rate|upload|insert|instructions?)\b/i
/** Directives for formatters, linters and generators. */
const machine =
  /^\s{0,4}(?:prettier|markdownlint|eslint|biome|vale|textlint|cspell|toc|badges?|all-contributors|todo|fixme|note to maintainers)/i

function hiddenComments(text: string): readonly Match[] {
  const matches: Match[] = []
  for (let start = text.indexOf('<!--'); start >= 0; ) {
    const close = text.indexOf('-->', start + 4)
    const end = close < 0 ? text.length : close + 3
    const comment = text.slice(start + 4, Math.min(end, start + 4_000))
    if (!isInCode(text, start) && !machine.test(comment) && reader.test(comment) && demand.test(comment)) {
      matches.push({ name: 'hidden_instruction', start, end })
    }
    start = text.indexOf('<!--', end)
  }
  return matches
}

/** `<!--` as the only text of a code span is displayed, and begins no comment. */
function isInCode(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', start) + 1, start - 400), start)
  if (before.split('`').length % 2 === 1) return false
  const after = text.slice(start, start + 200)
  const close = after.indexOf('`')
  return close > 0 && !after.slice(0, close).includes('\n') && !after.slice(0, close).includes('-->')
}

/** `[//]: # (...)` and `<div hidden>`: not rendered by Markdown and browsers. */
const leftOut =
  /^\s{0,3}\[[^\]\n]{1,40}\]:\s{0,3}#\s{1,3}["'(]([^\n]{0,600})|<[a-z]{1,12}(?:\s[^<>]{0,100})?\shidden(?:[\s=][^<>]{0,100})?>([^<]{0,600})/gim

function hiddenNotes(text: string): readonly Match[] {
  return [...text.matchAll(leftOut)]
    .filter(([, note = '', element = '']) => reader.test(note + element) && demand.test(note + element))
    .map(({ 0: found, index }) => ({ name: 'hidden_instruction', start: index, end: index + found.length }))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const concealing = /\u001b\[(?:[\d;]{0,12};)?8m|\u001b\[(?:\d{0,3}[A-DGJKP]|\d{1,3};\d{1,3}H)|\u001b\]|\u0008/g

/** Terminal escape sequences that hide or overwrite text. Colours are allowed. */
export function findConcealed(text: string): readonly Match[] {
  return [...text.matchAll(concealing)].map(({ 0: found, index }) => ({
    name: 'hidden_instruction',
    start: index,
    end: index + found.length,
  }))
}

/** Tags that end one chat turn and start another. */
const turns =
  /<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id|assistant|user)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system[-_]prompt|system[-_]reminder|system[-_]message|instructions?[-_]override|admin)>|(?<!\b(?:the|a|an|each|every) )\[(?:system|admin|developer)(?: (?:message|override|note|prompt|instruction|update|notice))?\]|^\s{0,8}(?:#{1,4} ?)?(?:(?:new|begin|updated|end) )?system (?:prompt|override|message|instructions?) ?:|---? ?(?:begin|end|new) (?:system|admin|developer) (?:prompt|message|instructions?)|^\s{0,8}(?:assistant|system) ?: (?=.{0,80}\b(?:ignore|you (?:are|must|will|should)|override|disregard|sure|now)\b)|[.!?\]]\s{1,3}(?:assistant|system) ?: (?=.{0,80}\b(?:ignore|you (?:are|must|will|should) now|override|disregard)\b)|\b(?:system|developer) (?:note|notice|update|alert|directive) ?:/gim

function fakeTurns(text: string): readonly Match[] {
  return [...text.matchAll(turns)].map(({ 0: found, index }) => ({
    name: 'fake_turn',
    start: index,
    end: index + found.length,
  }))
}
