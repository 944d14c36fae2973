import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { NewMessage, SessionStore } from '../packages/core/dist/index.js'
import { createProductStore } from './product.ts'
import { createTexts, type Texts } from './texts.ts'

const perSession = 100
const firstMs = Date.UTC(2025, 0, 1)
const minuteMs = 60_000
/** The surfaces of the sessions: most from one, few from others. */
const sources = [...Array.from({ length: 90 }, () => 'cli'), ...Array.from({ length: 9 }, () => 'cron'), 'email']

/**
 * Shares a store with this many messages, next to the contender's folder. Created by the first contender and shared by
 * all.
 * @returns the path of its file.
 */
export async function shareMessages(folder: string, count: number): Promise<string> {
  const root = `${dirname(folder)}/messages`
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await makeMessages(`${root}/state.db`, count)
    await writeFile(`${root}/ready`, '')
  }
  while ((await stat(`${root}/ready`).catch(() => undefined)) === undefined) await delay(200)
  return `${root}/state.db`
}

/** Creates sessions of a coding agent: questions, tool calls, results, answers. Every tenth one is in Chinese. */
export async function makeMessages(path: string, count: number): Promise<void> {
  await using store = await createProductStore(path, 'NORMAL')
  await fillStore(store, count)
}

export async function fillStore(store: SessionStore, count: number): Promise<void> {
  const texts = createTexts()
  for (let first = 0; first < count; first += perSession) {
    const number = first / perSession
    const source = sources[number % sources.length] ?? 'cli'
    const startedAtMs = firstMs + first * minuteMs
    const userId = `user-${number % 500}`
    const { id } = await store.sessions.create({ id: `session-${number}`, source, startedAtMs, userId })
    const messages = Array.from({ length: perSession }, (_, index) =>
      toMessage(texts, first + index, number % 10 === 3),
    )
    await store.messages.append(id, messages)
  }
}

function toMessage(texts: Texts, number: number, isChinese: boolean): NewMessage {
  const say = (words: number) => (isChinese ? texts.chinese(2 * words) : texts.words(words)) + texts.rare(number)
  const timestampMs = firstMs + number * minuteMs
  switch (number % 4) {
    case 0:
      return { message: { role: 'user', content: say(10 + (number % 37)) }, timestampMs }
    case 1: {
      const call = { name: 'read_file', arguments: JSON.stringify({ path: texts.path(), offset: number % 90 }) }
      const tool_calls = [{ id: `call_${number}`, type: 'function' as const, function: call }]
      return { message: { role: 'assistant', content: say(10 + (number % 23)), tool_calls }, timestampMs }
    }
    case 2: {
      const content = texts.words(number % 20 === 2 ? 2_000 : 60 + (number % 200))
      return {
        message: { role: 'tool', tool_call_id: `call_${number - 1}`, name: 'read_file', content },
        timestampMs,
      }
    }
    default:
      return { message: { role: 'assistant', content: say(30 + (number % 91)) }, timestampMs }
  }
}
