import { type AgentEvent, addUsage, noUsage, textOf, type Usage } from '@hermes/core'

/** The progress of a child according to its events, available even when it never ends. */
export class ChildTally {
  iterations = 0
  toolCalls = 0
  usage: Usage = noUsage
  /** The latest text that it wrote. */
  text = ''
  /** The running tool, or `thinking`. */
  doing = 'waiting'

  see(event: AgentEvent): void {
    switch (event.type) {
      case 'iteration-start':
        this.iterations += 1
        this.doing = 'thinking'
        return
      case 'iteration-end':
        this.usage = addUsage(this.usage, event.usage)
        return
      case 'message-end':
        if (event.message.role === 'assistant') this.text = textOf(event.message.content).trim() || this.text
        return
      case 'tool-start':
        this.doing = event.call.function.name
        return
      case 'tool-end':
        this.toolCalls += 1
        this.doing = 'thinking'
        return
    }
  }
}
