import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { createDock } from './dock.js'
import { createStyle } from './style.js'

/** A dock on a simulated terminal. */
function openDock({ columns = 20, rows = 8 } = {}) {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true })
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns, rows })
  stream.on('data', (text: string) => terminal.write(text))
  const dock = createDock({ stream, style: createStyle(false), now: () => 0 })
  const shows = (...expected: readonly string[]) =>
    expect
      .poll(() => {
        const { active } = terminal.buffer
        const lines = Array.from(
          { length: active.length },
          (_, row) => active.getLine(row)?.translateToString(true) ?? '',
        )
        return lines.join('\n').trimEnd().split('\n')
      })
      .toEqual(expected)
  const cursor = () => [terminal.buffer.active.cursorY, terminal.buffer.active.cursorX]
  return { dock, shows, cursor }
}

const typing = (text: string) => () => ({ rows: [`> ${text}`], cursor: { row: 0, column: 2 + text.length } })

test('writes text above the input, even if it ends in the middle of a row', async () => {
  const { dock, shows, cursor } = openDock()
  dock.setInput(typing('hel'))
  dock.write('one\n')
  await shows('one', '> hel')
  expect(cursor()).toEqual([1, 5])
  dock.write('half a ')
  await shows('one', 'half a ', '> hel')
  dock.write('row\nand')
  await shows('one', 'half a row', 'and', '> hel')
  dock.write('\n')
  await shows('one', 'half a row', 'and', '> hel')
})

test('starts interleaved lines on a new row', async () => {
  const { dock, shows } = openDock()
  dock.setInput(typing(''))
  dock.write('half')
  dock.writeLines('a line\n')
  dock.write(' more')
  await shows('half', 'a line', ' more', '>')
})

test('shows status, notes and input in this order, and removes them completely', async () => {
  const { dock, shows } = openDock()
  dock.write('text\n')
  dock.setInput(typing('x'))
  dock.setNotes(['1 waiting:', '  a message that is too long'])
  dock.setStatus('thinking')
  await shows('text', '⠋ thinking', '1 waiting:', '  a message that i…', '> x')
  dock.setStatus(undefined)
  dock.setNotes([])
  await shows('text', '> x')
  dock.setInput(undefined)
  await shows('text')
})

test('keeps scrolled-off text intact', async () => {
  const { dock, shows } = openDock({ rows: 4 })
  dock.setInput(typing('x'))
  dock.setStatus('busy')
  for (const line of ['1', '2', '3', '4', '5', '6']) dock.write(`${line}\n`)
  dock.setStatus(undefined)
  await shows('1', '2', '3', '4', '5', '6', '> x')
})

test('holds output back while another program uses the screen', async () => {
  const { dock, shows } = openDock()
  dock.setStatus('busy')
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = dock.exclusive(async () => {
    dock.writeLines('Run it?\n')
    return promise
  })
  dock.write('')
  await shows('Run it?')
  dock.write('later\n')
  await shows('Run it?')
  resolve('yes')
  expect(await asked).toBe('yes')
  await shows('Run it?', 'later', '⠋ busy')
  dock.setStatus(undefined)
})

test('keeps the input when the screen is cleared', async () => {
  const { dock, shows } = openDock()
  dock.write('text\nhalf')
  dock.setInput(typing('x'))
  dock.clearScreen()
  await shows('> x')
})
