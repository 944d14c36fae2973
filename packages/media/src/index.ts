export type { SpeechHost, SpeechSettings } from './speech/choose-service.js'
export { type CommandSpeakerOptions, createCommandSpeaker } from './speech/command/command-speaker.js'
export { type CommandTranscriberOptions, createCommandTranscriber } from './speech/command/command-transcriber.js'
export type { SpeechCommand } from './speech/command/speech-command.js'
export { createSpeaker, type SpeakerSettings } from './speech/create-speaker.js'
export { createTranscriber, type TranscriberSettings } from './speech/create-transcriber.js'
export { createElevenLabsSpeaker, type ElevenLabsSpeakerOptions } from './speech/elevenlabs/elevenlabs-speaker.js'
export {
  createElevenLabsTranscriber,
  type ElevenLabsTranscriberOptions,
} from './speech/elevenlabs/elevenlabs-transcriber.js'
export { createOpenAiSpeaker, type OpenAiSpeakerOptions } from './speech/openai/openai-speaker.js'
export { createOpenAiTranscriber, type OpenAiTranscriberOptions } from './speech/openai/openai-transcriber.js'
export { type ServiceName, serviceNames } from './speech/services.js'
export { extensionOf, type Sound } from './speech/sound.js'
export type { Speaker } from './speech/speaker.js'
export type { SpeechService } from './speech/speech-service.js'
export { type TextToSpeechOptions, textToSpeechTool } from './speech/text-to-speech.js'
export type { Transcriber } from './speech/transcriber.js'
