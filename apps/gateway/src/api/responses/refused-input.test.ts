import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'

const said = (part: object) => ({ input: [{ role: 'user', content: [{ type: 'input_text', text: 'Look.' }, part] }] })
const ownTools = ': the agent calls its tools itself.'

test.each<[string, object, string, string]>([
  [
    'a sound',
    said({ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }),
    'input[0].content[1].type',
    ' must be "input_text", "input_image" or "input_file".',
  ],
  [
    'a file at an address',
    said({ type: 'input_file', file_url: 'https://example.com/a.pdf' }),
    'input[0].content[1].file_url',
    ' is not supported: the gateway fetches no files: upload it, or send it as "file_data".',
  ],
  [
    'a file that is nowhere',
    said({ type: 'input_file', filename: 'a.pdf' }),
    'input[0].content[1]',
    ' must have either "file_id" or "file_data".',
  ],
  [
    'a file that is at two places',
    said({ type: 'input_file', file_id: 'file_1', file_data: 'aGk=' }),
    'input[0].content[1]',
    ' must have either "file_id" or "file_data".',
  ],
  [
    'a file that is no base64',
    said({ type: 'input_file', file_data: 'data:text/plain,hi' }),
    'input[0].content[1].file_data',
    ' must be base64, or a data URI in base64,',
  ],
  [
    'an image that is nowhere',
    said({ type: 'input_image' }),
    'input[0].content[1]',
    ' must have either "image_url" or "file_id".',
  ],
  [
    'an image at an address that no provider can read',
    said({ type: 'input_image', image_url: 'ftp://example.com/a.png' }),
    'input[0].content[1].image_url',
    ' must be an http or https URL,',
  ],
  [
    'the result of a tool',
    { input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] },
    'input[0].type',
    ` must be "message" or "item_reference"${ownTools}`,
  ],
  [
    'a message of a tool',
    { input: [{ role: 'tool', content: 'x' }] },
    'input[0].role',
    ` must be "user", "assistant", "system" or "developer"${ownTools}`,
  ],
  ['a number as input', { input: 5 }, 'input', ' must be text, or messages, of which the last one is from the user.'],
  [
    'a prompt without an input',
    { prompt: { id: 'pmpt_1' } },
    'prompt',
    ' is not supported: send its text as "instructions", with an "input".',
  ],
])('%s is refused with one sentence that names the field', async (_, body, param, message) => {
  const { url } = await openTestGateway([text('never')])
  for (const path of ['/v1/responses', ...(param === 'prompt' ? [] : ['/v1/runs'])]) {
    const response = await post(`${url}${path}`, body)
    expect(response.status).toBe(400)
    const { error } = Object(await response.json())
    expect(error).toMatchObject({ param, message: expect.stringContaining(`'${param}'${message}`) })
  }
})

test('a missing input is reported as missing', async () => {
  const { url } = await openTestGateway([])
  const response = await post(`${url}/v1/responses`, { model: 'hermes' })
  expect(await response.json()).toMatchObject({
    error: { param: 'input', message: "Missing required parameter: 'input'." },
  })
})

function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}
