import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

/** A key with Ctrl, as terminals tell of it that know the keyboard protocol of kitty. */
function kitty(key: string) {
  const code = `\u001b[${key.charCodeAt(0)};5`
  return { press: `${code}u`, release: `${code}:3u` }
}

test('does not take the release of a key for another press', async () => {
  await using terminal = await openTerminal({ script: [text('Still here.')] })
  const { press, release } = kitty('c')
  terminal.press(press)
  terminal.press(release)
  terminal.type('Are you there?\r')
  await expect.poll(terminal.shown).toContain('Still here.')
  terminal.press(press)
  terminal.press(press)
  await terminal.left
})
