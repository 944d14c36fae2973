import { expect, test } from 'vitest'
import { chooseService, type SpeechSettings } from './choose-service.js'

const nothing: SpeechSettings = { provider: 'auto', command: [], timeoutMs: 1 }
const choose = (settings: Partial<SpeechSettings>, variables: Readonly<Record<string, string>> = {}) => {
  const chosen = chooseService({ ...nothing, ...settings }, 'speaks', variables)
  return chosen?.kind === 'service' ? [chosen.service.title, chosen.service.baseUrl, chosen.apiKey] : chosen?.kind
}

test('chooses the first that is set up: a program, a server, a service with a key', () => {
  const keys = { GROQ_API_KEY: 'g', OPENAI_API_KEY: 'o', VOICE_TOOLS_OPENAI_KEY: 'v', ELEVENLABS_API_KEY: 'e' }
  const baseUrl = 'http://127.0.0.1:8000/v1/'
  expect(choose({ command: ['say'], baseUrl }, keys)).toBe('command')
  expect(choose({ baseUrl }, keys)).toEqual(['The speech server', 'http://127.0.0.1:8000/v1', undefined])
  expect(choose({}, keys)).toEqual(['OpenAI', 'https://api.openai.com/v1', 'v'])
  expect(choose({}, { ELEVENLABS_API_KEY: 'e' })).toEqual(['ElevenLabs', 'https://api.elevenlabs.io/v1', 'e'])
  expect(choose({}, { OPENAI_API_KEY: '' })).toBeUndefined()
})

test('uses only a chosen service', () => {
  const keys = { OPENAI_API_KEY: 'o', DEEPINFRA_API_KEY: 'd' }
  expect(choose({ provider: 'deepinfra', command: ['say'] }, keys)?.[0]).toBe('DeepInfra')
  expect(choose({ provider: 'openai', baseUrl: 'http://127.0.0.1:9/v1' }, keys)).toEqual([
    'OpenAI',
    'http://127.0.0.1:9/v1',
    'o',
  ])
  expect(choose({ provider: 'elevenlabs' }, keys)).toBeUndefined()
  expect(choose({ provider: 'groq' }, { GROQ_API_KEY: 'g' })).toBeUndefined()
  expect(choose({ provider: 'command' }, keys)).toBeUndefined()
  expect(choose({ provider: 'custom' }, keys)).toBeUndefined()
})
