import { expect, it, onTestFinished } from 'vitest'
import { startFakeProvider } from '../index.js'
import { namedScript } from './named-script.js'
import { namedWire, wireNames } from './named-wire.js'

const options = { tool: 'read_file', args: '{"path":"{n}.txt"}', pace: {} }

async function answer(form: string) {
  const provider = await startFakeProvider({ script: namedScript(form, options) })
  onTestFinished(() => provider.close())
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
  return fetch(`${provider.baseUrl}/chat/completions`, { method: 'POST', body })
}

it.each([
  ['text:Good day: sir', 200, '"content":"Good day: sir"'],
  ['tool-turns:3', 200, JSON.stringify('{"path":"1.txt"}')],
  ['error:503', 503, 'refuses'],
  ['html', 200, '<html>'],
])('reads %s', async (form, status, expected) => {
  const response = await answer(form)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(expected)
})

it('accepts only known wires', () => {
  expect(wireNames.map((name) => namedWire(name).isCall('/v1/messages'))).toEqual([false, false, true, false])
  expect(() => namedWire('telegraph')).toThrow('"telegraph" is not a wire: use one of chat')
})

it('rejects an invalid script', () => {
  expect(() => namedScript('dance', options)).toThrow('"dance" is not a script')
  expect(() => namedScript('tool-turns:many', options)).toThrow('needs a whole number')
})
