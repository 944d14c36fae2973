import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdInput } from './hold-input.js'

function openInput() {
  const modes: boolean[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (mode: boolean) => modes.push(mode) })
  return { stdin, modes }
}

test('leaves typed keys to the next reader, before the keys typed later', async () => {
  const { stdin, modes } = openInput()
  const held = holdInput({ stdin }, () => undefined)
  expect(modes).toEqual([true])
  stdin.write('fix the ')
  stdin.write('büild')
  await setImmediate()
  held.release()
  stdin.write(' now')
  let read = ''
  stdin.setEncoding('utf8').on('data', (data: string) => {
    read += data
  })
  stdin.resume()
  await expect.poll(() => read).toBe('fix the büild now')
  held[Symbol.dispose]()
  expect(modes).toEqual([true, false])
})

test('reports Ctrl+C', async () => {
  const { stdin } = openInput()
  let isInterrupted = false
  using _held = holdInput({ stdin }, () => {
    isInterrupted = true
  })
  stdin.write('a\u0003')
  await expect.poll(() => isInterrupted).toBe(true)
})
