import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

test('draws late parts of the status line in a separate frame', async () => {
  const read = Promise.withResolvers<void>()
  let tokens: number | undefined
  await using terminal = await openTerminal({
    status({ model }, _, redraw) {
      void read.promise.then(() => {
        if (tokens !== undefined) return
        tokens = 42
        redraw()
      })
      return tokens === undefined ? model : `${model} · ${tokens} tokens`
    },
  })
  expect(terminal.shown()).not.toContain('42 tokens')
  read.resolve()
  await expect.poll(terminal.shown).toContain('42 tokens')
})
