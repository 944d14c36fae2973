/**
 * The identity of this folder's tool without its code, because settings are checked against it before any tool is
 * loaded.
 */
export const textToSpeechIdentity = { name: 'text_to_speech', toolset: 'tts' }
