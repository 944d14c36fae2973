import { createRedactor, type Redactor } from '@hermes/safety/redact'

/** A redactor that gets to know further secrets. None is forgotten: what was a key yesterday stands in today's texts. */
export interface GrowingRedactor extends Redactor {
  know(values: readonly string[]): void
}

export function createGrowingRedactor(values: readonly string[] = []): GrowingRedactor {
  const known = new Set(values)
  let redactor = createRedactor({ values })
  return {
    redact: (text) => redactor.redact(text),
    find: (text) => redactor.find(text),
    stream: () => redactor.stream(),
    know(further) {
      const count = known.size
      for (const value of further) known.add(value)
      if (known.size > count) redactor = createRedactor({ values: [...known] })
    },
  }
}
