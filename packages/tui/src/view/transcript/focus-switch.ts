/** Whether only prompts and answers are shown, without tool calls. Read at each drawing. */
export interface FocusSwitch {
  readonly isOn: boolean
}
