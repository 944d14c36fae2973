import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MessageContent, type Transport, textOf } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { scripted, text } from '@hermes/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startWebServer } from '../../testing/web-server.js'
import { createToolExecutor, createToolRegistry } from '../index.js'
import { type VisionToolsOptions, visionTools } from './vision-analyze.js'

/** PNG image of one red dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-vision-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'dot.png'), png)
})

interface Result {
  readonly content: MessageContent
  readonly isError: boolean
}

async function look(image: string, options: Partial<VisionToolsOptions> = {}, transport?: Transport): Promise<Result> {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
  const looking = transport ?? scripted([text('A red dot.')])
  const model = () => ({ transport: looking, model: { id: 'eye' } })
  const registry = createToolRegistry(visionTools({ environment, model, ...options }))
  const args = JSON.stringify({ image, question: 'Which colour?' })
  const call = { id: 'c', type: 'function' as const, function: { name: 'vision_analyze', arguments: args } }
  const context = { sessionId: 's', taskId: 't', signal: new AbortController().signal }
  for await (const event of createToolExecutor({ registry }).execute([call], context)) {
    if (event.type === 'tool-end') return { content: event.message.content, isError: event.isError }
  }
  throw new Error('No result.')
}

test('asks another model about the file', async () => {
  const transport = scripted([text('A red dot.')])
  const { content, isError } = await look('dot.png', {}, transport)
  expect({ isError, text: textOf(content) }).toEqual({ isError: false, text: expect.stringContaining('A red dot.') })
  expect(transport.requests[0]?.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Which colour?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
      ],
    },
  ])
})

test('returns the image itself to a model with vision', async () => {
  const { content } = await look('dot.png', { acceptsImages: () => true, model: () => undefined })
  expect(content).toMatchObject([{ type: 'text' }, { type: 'image_url' }])
})

test('rejects other, large, protected and missing files with a reason', async () => {
  await writeFile(join(folder, 'notes.png'), 'no picture')
  expect(textOf((await look('notes.png')).content)).toContain('is not a PNG')
  expect(textOf((await look('dot.png', { maxBytes: 10 })).content)).toContain('is larger than')
  expect(textOf((await look('gone.png')).content)).toContain('There is no file gone.png')
  await mkdir(join(folder, '.ssh'))
  await writeFile(join(folder, '.ssh/id_rsa'), png)
  const inside = await look('.ssh/id_rsa', { protect: { home: folder } })
  expect(inside).toMatchObject({ isError: true, content: expect.stringContaining('may not be read') })
})

test('fetches an address with the rules of the web tools, so private addresses are unreachable', async () => {
  expect(await look('http://127.0.0.1:1/dot.png')).toMatchObject({ isError: true })
  const server = await startWebServer((_, response) => response.writeHead(200).end(png))
  const { content } = await look(server.url('/dot'), { fetching: server.fetching })
  expect(textOf(content)).toContain('A red dot.')
})

test('is not offered without a model that can see', async () => {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
  const registry = createToolRegistry(visionTools({ environment, model: () => undefined }))
  expect(await createToolExecutor({ registry }).definitions()).toEqual([])
})
