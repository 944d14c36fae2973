export type {
  RecordedEnd,
  RecordedError,
  RecordedEvent,
  RecordedExchange,
  Recording,
  RecordingSink,
} from './recording.js'
export { createRecordingFile, loadRecording } from './recording-file.js'
export { type ReplayOptions, replay } from './replay.js'
export { type RecordingOptions, withRecording } from './with-recording.js'
