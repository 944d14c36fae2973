import { createRequire } from 'node:module'
import { generateHistory } from '../../evals/compression/generate-history.ts'
import { type Message, textOf } from '../../packages/core/dist/index.js'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'

type CountText = (text: string) => number

const history = () => generateHistory({ seed: 1, subject: 'software', language: 'en', tokens: 200_000 }).messages
const turns = 5

/** Measures the cost per turn of knowing the size of the conversation. */
export const tokensOfTurn: Benchmark = {
  id: 'tokens-turn',
  title: `${turns} turns of two messages each are counted behind a history of 200,000 tokens`,
  rounds: 5,
  warmUps: 1,
  floor: 'floor-recount',
  contenders: {
    /** The fastest possible estimate: a quarter of the characters. */
    'floor-recount': recounting(async () => (text) => Math.ceil(text.length / 4)),
    'gpt-tokenizer-recount': recounting(gptTokenizer),
    hermes: remembering(false),
    'hermes-tokenizer': remembering(true),
  },
  peers: { 'js-tiktoken-recount': recounting(jsTiktoken) },
  targets: [
    { contender: 'hermes', figure: 'turnMs', limit: 0.2 },
    { contender: 'hermes', figure: 'turnMs', limit: 0.01, against: 'gpt-tokenizer-recount' },
    { contender: 'hermes', figure: 'turnMs', limit: 0.01, against: 'js-tiktoken-recount' },
  ],
}

/** Measures the throughput of each counter. */
export const tokensOfText: Benchmark = {
  id: 'tokens-text',
  title: 'the texts of a history of 200,000 tokens are counted once',
  rounds: 5,
  warmUps: 1,
  floor: 'floor-quarter',
  contenders: {
    'floor-quarter': reading(async () => quarter),
    hermes: reading(async () => (await counter(false)).countText),
    'hermes-tokenizer': reading(async () => (await counter(true)).countText),
    'gpt-tokenizer': reading(gptTokenizer),
  },
  peers: { 'js-tiktoken': reading(jsTiktoken) },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 0.25, against: 'gpt-tokenizer' }],
}

/** Reads every character, as any counter that distinguishes scripts must. */
const quarter: CountText = (text) => {
  let wide = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) wide += 1
  return Math.ceil(wide + (text.length - wide) / 4)
}

async function counter(loads: boolean) {
  const { createTokenCounter } = await import('../../packages/compressor/dist/tokens/index.js')
  const created = createTokenCounter({ model: 'gpt-5.2' })
  if (loads && !(await created.load())) throw new Error('The tokenizer is not installed.')
  return created
}

/** Creates the counter as configured in the compressor. */
async function gptTokenizer(): Promise<CountText> {
  const require = createRequire(new URL('../../packages/compressor/package.json', import.meta.url))
  const { countTokens } = require('gpt-tokenizer/encoding/o200k_base')
  return (text) => countTokens(text, { disallowedSpecial: new Set() })
}

async function jsTiktoken(): Promise<CountText> {
  const require = createRequire(new URL('../peers/package.json', import.meta.url))
  const { Tiktoken } = require('js-tiktoken/lite')
  const encoding = new Tiktoken(require('js-tiktoken/ranks/o200k_base'))
  return (text) => encoding.encode(text, [], []).length
}

function recounting(load: () => Promise<CountText>): Prepare {
  return async () => {
    const count = await load()
    return turnByTurn((messages) => messages.reduce((sum, message) => sum + count(allText(message)), 0))
  }
}

function remembering(loads: boolean): Prepare {
  return async () => {
    const { countMessages } = await counter(loads)
    const count = turnByTurn(countMessages)
    // A message is only counted once.
    await count()
    return count
  }
}

function turnByTurn(countAll: (messages: readonly Message[]) => number) {
  const messages = [...history()]
  return async (): Promise<Figures> => {
    const added = Array.from({ length: turns }, (_, turn) => newTurn(messages, turn))
    let known = messages
    let size = 0
    const start = performance.now()
    for (const turn of added) {
      known = [...known, ...turn]
      size = countAll(known)
    }
    const wallMs = performance.now() - start
    if (size < 100_000) throw new Error(`${size} tokens are too few.`)
    return { wallMs, turnMs: wallMs / turns }
  }
}

/** Returns new messages of the usual length. */
function newTurn(messages: readonly Message[], turn: number): readonly Message[] {
  return messages.slice(10 + turn * 2, 12 + turn * 2).map((message) => ({ ...message }))
}

function reading(load: () => Promise<CountText>): Prepare {
  return async () => {
    const count = await load()
    const texts = history().map(allText)
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    return async (): Promise<Figures> => {
      const start = performance.now()
      const tokens = texts.reduce((sum, text) => sum + count(text), 0)
      const wallMs = performance.now() - start
      return { wallMs, tokensPerSecond: (tokens / wallMs) * 1000, megabytesPerSecond: characters / wallMs / 1000 }
    }
  }
}

function allText(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [textOf(message.content), ...calls.map((call) => call.function.name + call.function.arguments)].join('\n')
}
