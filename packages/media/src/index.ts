export type { Sound } from './speech/sound.js'
export type { Speaker } from './speech/speaker.js'
export type { Transcriber } from './speech/transcriber.js'
