// The library's own declarations would add browser types to every file of the repository.

/** A node of highlighted code. */
export type CodeNode =
  | { readonly type: 'text'; readonly value: string }
  | {
      readonly type: 'element'
      readonly properties: { readonly className?: readonly string[] }
      readonly children: readonly CodeNode[]
    }

export interface Lowlight {
  registered(language: string): boolean
  highlight(language: string, code: string): { readonly children: readonly CodeNode[] }
}

/** Grammars of the most common languages. */
export declare const common: Readonly<Record<string, unknown>>

export declare function createLowlight(grammars: typeof common): Lowlight
