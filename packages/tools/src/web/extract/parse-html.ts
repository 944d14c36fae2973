// The main entry looks for the `canvas` package, in a way that bundles cannot hold; this one does not.
import { parseHTML } from 'linkedom/worker'

/** The part of a DOM that is used here. Node has no declarations of one. */
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

/** A document whose body holds `html`, which has no `html`, `head` and `body` of its own. No script runs, nothing is loaded. */
export function parseHtml(html: string): DomDocument {
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document
}
