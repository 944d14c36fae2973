import { configSchema } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { createKeysInForce } from './keys-in-force.js'

const settingsWith = (blog: object) =>
  configSchema.parse({ gateway: { api_server: { key: 'own', keys: { blog } } } }).gateway.api_server

/** Returns settings whose file can be changed, and which are read again when they are checked. */
function change() {
  let file = settingsWith({ key: 'blog-key', tokens_per_day: 1 })
  let read = file
  let nowMs = 0
  const said: string[] = []
  const keys = createKeysInForce({
    settings: () => read,
    refresh: async () => {
      read = file
    },
    say: (line) => void said.push(line),
    now: () => nowMs,
  })
  return {
    said,
    later(ms: number) {
      nowMs += ms
    },
    write(blog: object) {
      file = settingsWith(blog)
    },
    blog: async () => (await keys()).find(({ holder }) => holder?.name === 'blog'),
  }
}

test('changed limits, rights and keys take effect within seconds, without a turn', async () => {
  const { blog, write, later, said } = change()
  expect(await blog()).toMatchObject({ secret: 'blog-key', holder: { tokens_per_day: 1, scopes: ['chat'] } })
  write({ key: 'new-key', tokens_per_day: 5, scopes: ['jobs'] })
  later(5_000)
  expect(await blog()).toMatchObject({ secret: 'new-key', holder: { tokens_per_day: 5, scopes: ['jobs'] } })
  expect(said).toEqual([])
})

test('invalid keys leave the previous ones in force, and are reported once', async () => {
  const { blog, write, later, said } = change()
  write({ key: 'own' })
  for (let count = 0; count < 3; count += 1) {
    later(5_000)
    expect(await blog()).toMatchObject({ secret: 'blog-key' })
  }
  expect(said).toEqual([expect.stringMatching(/stay as they were: .*"blog" is that of another holder/)])
})
