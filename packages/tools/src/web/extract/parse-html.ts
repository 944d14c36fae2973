// The main entry requires the `canvas` package in a way that breaks bundles; this one does not.
import { parseHTML } from 'linkedom/worker'

/** Subset of the DOM that is used here. Node.js has no DOM types. */
export interface DomNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
}

export interface DomElement extends DomNode {
  readonly className: string
  readonly children: { readonly length: number }
  readonly parentElement: DomElement | null
  readonly previousElementSibling: DomElement | null
  getAttribute(name: string): string | null
  querySelector(selector: string): DomElement | null
}

export interface DomDocument {
  readonly body: DomElement
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
}

/**
 * Parses HTML without `html`, `head` and `body` elements into the body of a document. Does not run scripts or load
 * resources.
 */
export function parseHtml(html: string): DomDocument {
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document
}
