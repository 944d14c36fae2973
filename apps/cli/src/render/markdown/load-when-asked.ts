import type { Style } from '../text/style.js'

/**
 * Loads in the background what is first asked for. A terminal without colours never loads it.
 * @returns what was loaded; `undefined` until then, and if it cannot be loaded.
 */
export function loadWhenAsked<Value>(style: Style, load: () => Promise<Value>): () => Value | undefined {
  let loaded: Value | undefined
  let isAsked = false
  return () => {
    if (!isAsked && style.isEnabled) {
      isAsked = true
      load().then(
        (value) => {
          loaded = value
        },
        () => undefined,
      )
    }
    return loaded
  }
}
