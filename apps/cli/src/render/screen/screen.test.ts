import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { createScreen } from './screen.js'

function open({ isTTY = true } = {}) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 20 })
  const screen = createScreen({ stream, style: createStyle(false), now: () => 0 })
  return { screen, written: (): string => stream.read() ?? '' }
}

const erased = '\r\u001b[K'

test('erases the status row before text and draws it again below', () => {
  const { screen, written } = open()
  screen.setStatus('thinking')
  expect(written()).toBe(`${erased}⠋ thinking`)
  screen.write('line\n')
  expect(written()).toBe(`${erased}line\n${erased}⠋ thinking`)
  screen.setStatus(undefined)
  expect(written()).toBe(erased)
})

test('does not draw a status into a row with text', () => {
  const { screen, written } = open()
  screen.write('half a ')
  screen.setStatus('thinking')
  expect(written()).toBe('half a ')
  screen.write('line\n')
  expect(written()).toBe(`line\n${erased}⠋ thinking`)
  screen.setStatus(undefined)
})

test('truncates a status to one row', () => {
  const { screen, written } = open()
  screen.setStatus('terminal '.repeat(9))
  expect(written().length).toBeLessThanOrEqual(erased.length + 20)
  screen.setStatus(undefined)
})

test('writes only text without a terminal', () => {
  const { screen, written } = open({ isTTY: false })
  screen.setStatus('thinking')
  screen.write('text\n')
  screen.setStatus(undefined)
  expect(written()).toBe('text\n')
})

test('delays output while another program uses the screen', async () => {
  const { screen, written } = open()
  screen.setStatus('working')
  written()
  const answer = screen.exclusive(async () => {
    screen.write('a tool ended\n')
    expect(written()).toBe(erased)
    return 'yes'
  })
  expect(await answer).toBe('yes')
  expect(written()).toBe(`a tool ended\n${erased}⠋ working`)
  screen.setStatus(undefined)
})
