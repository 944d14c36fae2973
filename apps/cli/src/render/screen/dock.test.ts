import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { createDock } from './dock.js'

/** Opens a dock on a simulated terminal. */
function openDock({ columns = 20, rows = 8 } = {}) {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true })
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns, rows })
  stream.on('data', (text: string) => terminal.write(text))
  const dock = createDock({ stream, style: createStyle(false), now: () => 0 })
  const resize = (columns: number) => {
    terminal.resize(columns, rows)
    stream.columns = columns
    dock.refresh()
  }
  const written: string[] = []
  stream.on('data', (text: string) => written.push(text))
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
  return { dock, shows, cursor, resize, written }
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

test('shows status, input and notes in this order, and removes them completely', async () => {
  const { dock, shows } = openDock()
  dock.write('text\n')
  dock.setInput(typing('x'))
  dock.setNotes(['1 waiting:', '  a message that is too long'])
  dock.setStatus('thinking')
  await shows('text', '⠋ thinking', '> x', '1 waiting:', '  a message that i…')
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

test('shows activity above the input, and a menu and a footer below', async () => {
  const { dock, shows, cursor } = openDock()
  dock.setInput(typing('x'))
  dock.setActivity(() => ['running'])
  dock.setMenu(() => ['/help'])
  dock.setNotes(['1 waiting'])
  dock.setFooter(() => ['model'])
  await shows('running', '> x', '/help', '1 waiting', 'model')
  expect(cursor()).toEqual([1, 3])
  dock.setActivity(undefined)
})

test.each([1, 2, 3])('stays within a terminal of %i rows', async (rows) => {
  const { dock, shows } = openDock({ rows: rows + 1 })
  dock.setInput(typing('x'))
  dock.setActivity(() => ['a', 'b', 'c'])
  dock.setNotes(['d', 'e', 'f'])
  dock.write('text\n')
  await shows(...['text', ...['c', 'b', 'a'].slice(0, rows - 1).reverse(), '> x'])
  dock.setActivity(undefined)
})

test('is redrawn completely after the terminal was made narrower and wider', async () => {
  const { dock, shows, resize } = openDock({ columns: 20 })
  dock.write('text\n')
  dock.setActivity(({ columns }) => ['a row of many words'.slice(0, columns === 20 ? 19 : 5)])
  dock.setInput(typing('abc'))
  await shows('text', 'a row of many words', '> abc')
  resize(10)
  await shows('text', 'a row', '> abc')
  resize(30)
  await shows('text', 'a row', '> abc')
  dock.setActivity(undefined)
})

test('writes only the changed row', async () => {
  const { dock, written } = openDock()
  let running = 'one'
  dock.setActivity(() => [running])
  dock.setInput(typing('typed'))
  await expect.poll(() => written.join('')).toContain('typed')
  written.length = 0
  dock.refresh()
  running = 'two'
  dock.refresh()
  await expect.poll(() => written.join('')).toContain('two')
  expect(written.join('')).not.toContain('typed')
  dock.setActivity(undefined)
})
