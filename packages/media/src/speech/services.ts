/** What Hermes knows about a service that transcribes or speaks. */
export interface KnownService {
  /** The name for messages. */
  readonly title: string
  readonly baseUrl: string
  /** Environment variables that may hold its key. The first one that is set takes precedence. */
  readonly keys: readonly string[]
  readonly wire: 'openai' | 'elevenlabs'
  /** The model that transcribes. Absent: the service does not transcribe. */
  readonly hears?: string
  /** The model that speaks, and its voice. Absent: the service does not speak. */
  readonly speaks?: { readonly model: string; readonly voice: string }
}

/** The services, in the order in which `auto` tries them. */
export const serviceNames = ['groq', 'openai', 'mistral', 'elevenlabs', 'deepinfra'] as const
export type ServiceName = (typeof serviceNames)[number]

export const knownServices: Readonly<Record<ServiceName, KnownService>> = {
  groq: {
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keys: ['GROQ_API_KEY'],
    wire: 'openai',
    hears: 'whisper-large-v3-turbo',
  },
  openai: {
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keys: ['VOICE_TOOLS_OPENAI_KEY', 'OPENAI_API_KEY'],
    wire: 'openai',
    hears: 'whisper-1',
    speaks: { model: 'gpt-4o-mini-tts', voice: 'alloy' },
  },
  mistral: {
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keys: ['MISTRAL_API_KEY'],
    wire: 'openai',
    hears: 'voxtral-mini-latest',
  },
  elevenlabs: {
    title: 'ElevenLabs',
    baseUrl: 'https://api.elevenlabs.io/v1',
    keys: ['ELEVENLABS_API_KEY'],
    wire: 'elevenlabs',
    hears: 'scribe_v2',
    speaks: { model: 'eleven_multilingual_v2', voice: 'pNInz6obpgDQGcFmaJgB' },
  },
  deepinfra: {
    title: 'DeepInfra',
    baseUrl: 'https://api.deepinfra.com/v1/openai',
    keys: ['DEEPINFRA_API_KEY'],
    wire: 'openai',
    hears: 'openai/whisper-large-v3-turbo',
    speaks: { model: 'hexgrad/Kokoro-82M', voice: 'af_bella' },
  },
}
