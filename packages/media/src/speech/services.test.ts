import { describe, expect, test } from 'vitest'
import { formOf, startSpeechServer } from '../../testing/speech-server.js'
import {
  createElevenLabsSpeaker,
  createElevenLabsTranscriber,
  createOpenAiSpeaker,
  createOpenAiTranscriber,
} from '../index.js'

const { signal } = new AbortController()
const sound = { content: Buffer.from('sound'), mediaType: 'audio/ogg' }
const service = { name: 'The service', apiKey: 'made-up', model: 'ear', fetch, timeoutMs: 10_000 }

describe('services with the API of OpenAI', () => {
  test('get the recording as a file that they recognize', async () => {
    const { baseUrl, requests } = await startSpeechServer(() => ({ body: '{"text": " What time is it? "}' }))
    const transcriber = createOpenAiTranscriber({ ...service, baseUrl, language: 'en' })
    expect(await transcriber.transcribe(sound, { signal })).toBe('What time is it?')
    expect(requests).toMatchObject([{ path: '/v1/audio/transcriptions', headers: { authorization: 'Bearer made-up' } }])
    expect(requests[0] && (await formOf(requests[0]))).toEqual({
      model: 'ear',
      language: 'en',
      response_format: 'json',
      file: { name: 'audio.ogg', type: 'audio/ogg', text: 'sound' },
    })
  })

  test('are asked for Opus', async () => {
    const { baseUrl, requests } = await startSpeechServer(() => ({ body: Buffer.from('OggS') }))
    const speaker = createOpenAiSpeaker({ ...service, baseUrl, model: 'mouth', voice: 'alloy' })
    expect(await speaker.speak('Noon.', { signal })).toEqual({ content: Buffer.from('OggS'), mediaType: 'audio/ogg' })
    expect(requests[0]?.path).toBe('/v1/audio/speech')
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      model: 'mouth',
      voice: 'alloy',
      input: 'Noon.',
      response_format: 'opus',
    })
  })
})

test('ElevenLabs gets its own header, fields and format', async () => {
  const { baseUrl, requests } = await startSpeechServer(({ path }) => ({
    body: path.includes('speech-to-text') ? '{"text": "Hi."}' : Buffer.from('OggS'),
  }))
  const transcriber = createElevenLabsTranscriber({ ...service, baseUrl, language: 'de' })
  expect(await transcriber.transcribe(sound, { signal })).toBe('Hi.')
  const speaker = createElevenLabsSpeaker({ ...service, baseUrl, voice: 'a/b', speed: 1.1 })
  expect((await speaker.speak('Hi.', { signal })).mediaType).toBe('audio/ogg')
  expect(requests.map(({ path, headers }) => [path, headers['xi-api-key']])).toEqual([
    ['/v1/speech-to-text', 'made-up'],
    ['/v1/text-to-speech/a%2Fb?output_format=opus_48000_64', 'made-up'],
  ])
  expect(requests[0] && (await formOf(requests[0]))).toMatchObject({ model_id: 'ear', language_code: 'de' })
  expect(JSON.parse(String(requests[1]?.body))).toEqual({
    text: 'Hi.',
    model_id: 'ear',
    voice_settings: { speed: 1.1 },
  })
})

describe('a failing service is named with its error message', () => {
  test.each([
    [401, 'no', 'The service refuses the key (status 401): check it.'],
    [413, 'too\nlarge', 'The service answered with the status 413: too large'],
    [500, '', 'The service answered with the status 500.'],
    [200, 'no JSON', 'The service sent an answer without a text.'],
    [200, '{"text": 3}', 'The service sent an answer without a text.'],
  ])('status %i: %j', async (status, body, message) => {
    const { baseUrl } = await startSpeechServer(() => ({ status, body }))
    const transcriber = createOpenAiTranscriber({ ...service, baseUrl })
    await expect(transcriber.transcribe(sound, { signal })).rejects.toMatchObject({ code: 'speech/failed', message })
  })

  test('no sound', async () => {
    const { baseUrl } = await startSpeechServer(() => ({ body: '' }))
    const speaker = createOpenAiSpeaker({ ...service, baseUrl, voice: 'alloy' })
    await expect(speaker.speak('Hi.', { signal })).rejects.toMatchObject({ message: 'The service sent no sound.' })
  })

  test('no answer in time', async () => {
    const { baseUrl } = await startSpeechServer(() => undefined)
    const transcriber = createOpenAiTranscriber({ ...service, baseUrl, timeoutMs: 200 })
    const message = 'The service did not answer within 0.2 s.'
    await expect(transcriber.transcribe(sound, { signal })).rejects.toMatchObject({ code: 'speech/failed', message })
  })

  test('a server that does not run', async () => {
    const transcriber = createOpenAiTranscriber({ ...service, baseUrl: 'http://127.0.0.1:1/v1' })
    const message = expect.stringContaining('The service cannot be reached: ')
    await expect(transcriber.transcribe(sound, { signal })).rejects.toMatchObject({ code: 'speech/failed', message })
  })

  test('an aborted call rejects with the reason of its signal', async () => {
    const { baseUrl } = await startSpeechServer(() => undefined)
    const stop = new AbortController()
    const ended = createOpenAiTranscriber({ ...service, baseUrl }).transcribe(sound, { signal: stop.signal })
    stop.abort(new DOMException('enough', 'TimeoutError'))
    await expect(ended).rejects.toThrow('enough')
  })
})
