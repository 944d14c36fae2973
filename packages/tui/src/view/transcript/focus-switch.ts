/** Whether prompts and answers alone are shown, without calls of tools. Read at each drawing. */
export interface FocusSwitch {
  readonly isOn: boolean
}
