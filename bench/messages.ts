import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createProductStore } from './product.ts'

const perSession = 500

/**
 * A store with so many messages, beside the contender's folder. The first contender that comes makes it, for all.
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

async function makeMessages(path: string, count: number): Promise<void> {
  await using store = await createProductStore(path, 'NORMAL')
  const words = createWords()
  for (let first = 0; first < count; first += perSession) {
    const { id } = await store.sessions.create({ id: `s${first}`, source: 'library', startedAtMs: first })
    const messages = Array.from({ length: perSession }, (_, index) => ({
      message: { role: index % 2 === 0 ? 'user' : 'assistant', content: words(40, first + index) } as const,
      timestampMs: first + index,
    }))
    await store.messages.append(id, messages)
  }
}

/** Texts of words that are as unequally common as those of a language: `w1` is in nearly every text, `w9999` in hardly any. */
function createWords(): (length: number, seed: number) => string {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  return (length, seed) => {
    const words = Array.from({ length }, () => `w${Math.floor(10_000 ** random())}`)
    const rare = seed % 1000 === 0 ? ' needle 天気予報' : ''
    return `${words.join(' ')}${rare}`
  }
}
