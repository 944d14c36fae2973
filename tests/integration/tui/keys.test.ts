import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

/** Returns a key with Ctrl, as sent by terminals that know the keyboard protocol of kitty. */
function kitty(key: string) {
  const code = `\u001b[${key.charCodeAt(0)};5`
  return { press: `${code}u`, release: `${code}:3u` }
}

test('does not mistake the release of a key for another press', async () => {
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

test('redraws the screen over what another program has written', async () => {
  await using terminal = await openTerminal({ script: [text('Still here.')] })
  terminal.type('Are you there?\r')
  await expect.poll(terminal.shown).toContain('Still here.')
  terminal.print('\u001b7\u001b[1;1HBroadcast message\u001b8')
  await expect.poll(terminal.shown).toContain('Broadcast message')
  const before = terminal.shown()
  terminal.press('\u000c')
  await expect.poll(terminal.shown).not.toContain('Broadcast message')
  expect(terminal.shown().split('\n').length).toBe(before.split('\n').length)
})

test('says that another Ctrl+C leaves if there was nothing to clear', async () => {
  await using terminal = await openTerminal({ script: [text('Here.')] })
  terminal.type('Are you there?\r')
  await expect.poll(terminal.shown).toContain('Here.')
  terminal.type('some text')
  await expect.poll(terminal.shown).toContain('some text')
  terminal.type('\u0003')
  await expect.poll(terminal.shown).not.toContain('some text')
  expect(terminal.shown()).not.toContain('Ctrl+C again to leave.')
  await using fresh = await openTerminal({ script: [text('Here.')] })
  fresh.type('Are you there?\r')
  await expect.poll(fresh.shown).toContain('Here.')
  fresh.type('\u0003')
  await expect.poll(fresh.shown).toContain('Ctrl+C again to leave.')
  fresh.type('\u0003')
  await fresh.left
})
