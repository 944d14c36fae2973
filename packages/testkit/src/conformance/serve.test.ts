import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { serve } from './serve.js'

const item = (id: string, content: string) =>
  `${JSON.stringify({ id, kind: 'sanitise', input: { messages: [{ role: 'user', content }] } })}\n`

function open() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  return { input, output, done: serve(input, output) }
}

it('answers an item before the input ends', async () => {
  const { input, output, done } = open()
  input.write(item('a', 'Hello'))
  const [answer] = await once(output, 'data')
  expect(JSON.parse(String(answer))).toMatchObject({ id: 'a', output: [{ role: 'user', content: 'Hello' }] })
  input.end()
  await done
})

it('answers every line in order, including invalid ones, and skips empty lines', async () => {
  const { input, output, done } = open()
  input.end(`${item('a', 'one')}no JSON\n\n${item('b', 'x'.repeat(5_000_000))}{"id":"c","kind":"?","input":{}}`)
  const answers: string[] = []
  output.on('data', (chunk) => answers.push(String(chunk)))
  await done
  const lines = answers.join('').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(['a', null, 'b', 'c'])
})

it('stops without an error when the reader leaves', async () => {
  const { input, output, done } = open()
  output.destroy()
  input.write(item('a', 'Hello'))
  await expect(done).resolves.toBeUndefined()
})
