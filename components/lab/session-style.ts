/** A session has one colour wherever it appears, and always its name: nothing is told by colour alone. */

interface SessionStyle {
  readonly text: string;
  readonly fill: string;
  readonly edge: string;
}

const styles: Record<string, SessionStyle> = {
  T1: { text: 'text-series-violet', fill: 'bg-series-violet', edge: 'border-series-violet' },
  T2: { text: 'text-series-olive', fill: 'bg-series-olive', edge: 'border-series-olive' },
  T3: { text: 'text-series-sky', fill: 'bg-series-sky', edge: 'border-series-sky' },
};

const stranger: SessionStyle = { text: 'text-ink', fill: 'bg-ink', edge: 'border-ink' };

export const sessionStyle = (name: string): SessionStyle => styles[name] ?? stranger;
