import { lazily } from '@hermes/safety'
import * as z from 'zod'

const provider = lazily(() =>
  z.enum(['auto', 'command', 'custom', 'groq', 'openai', 'mistral', 'elevenlabs', 'deepinfra']),
)
const baseUrl = lazily(() => z.url({ protocol: /^https?$/ }).optional())
const apiKey = lazily(() => z.string().min(1).optional())
const timeout = lazily(() => z.number().positive().max(3600).default(120))

/** The section `stt`: how voice messages become text. */
export const sttSchema = lazily(() =>
  z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Transcribe voice messages and sound files. Off: the model gets the path of the file.'),
      provider: provider()
        .default('auto')
        .describe(
          'Who transcribes. `auto`: `command`, the server at `base_url`, or the first service with a key (GROQ_API_KEY, VOICE_TOOLS_OPENAI_KEY or OPENAI_API_KEY, MISTRAL_API_KEY, ELEVENLABS_API_KEY, DEEPINFRA_API_KEY).',
        ),
      model: z.string().min(1).optional().describe('The model. Default: that of the service.'),
      language: z
        .string()
        .min(1)
        .optional()
        .describe('The language that is spoken: `en`. Default: found by the service.'),
      base_url: baseUrl().describe('Address of an OpenAI-compatible speech server.'),
      api_key: apiKey().meta({ description: 'The key of that server.', format: 'password' }),
      command: z
        .array(z.string())
        .default([])
        .describe(
          'A program that prints the text of `{input}`: [whisper-cli, -nt, -m, /models/base.bin, -f, "{input}"].',
        ),
      trim_silence: z
        .boolean()
        .default(true)
        .describe('Leave out the silence of recordings of 12 seconds or more, if `ffmpeg` is installed.'),
      timeout: timeout().describe('Time limit of a recording in seconds.'),
    })
    .prefault({}),
)

/** The section `tts`: how the agent speaks. */
export const ttsSchema = lazily(() =>
  z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Offer the tool `text_to_speech` when something that speaks is set up.'),
      provider: provider()
        .default('auto')
        .describe(
          'Who speaks. `auto`: `command`, the server at `base_url`, or the first service with a key (VOICE_TOOLS_OPENAI_KEY or OPENAI_API_KEY, ELEVENLABS_API_KEY, DEEPINFRA_API_KEY).',
        ),
      model: z.string().min(1).optional().describe('The model. Default: that of the service.'),
      voice: z.string().min(1).optional().describe('The voice. Default: that of the service.'),
      speed: z.number().min(0.25).max(4).optional().describe('1 is the normal speed.'),
      base_url: baseUrl().describe('Address of an OpenAI-compatible speech server.'),
      api_key: apiKey().meta({ description: 'The key of that server.', format: 'password' }),
      command: z
        .array(z.string())
        .default([])
        .describe(
          'A program that says the text of `{input}` into the WAV file `{output}`: [flite, -f, "{input}", -o, "{output}"].',
        ),
      timeout: timeout().describe('Time limit of a text in seconds.'),
    })
    .prefault({}),
)
