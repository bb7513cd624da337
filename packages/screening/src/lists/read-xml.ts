import path from 'node:path';
import { SaxesParser } from 'saxes';
import { RefusedSource } from '../model/listed-entity.ts';
import type { FileReading } from './read-bytes.ts';
import { readText } from './read-text.ts';

/** An element of a record; names have no prefix. */
export class XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[] = [];
  /** Its own text, without that of child elements. */
  text = '';

  constructor(name: string, attributes: ReadonlyMap<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** Child elements with one of these names. */
  all(...names: string[]): XmlElement[] {
    return this.children.filter(({ name }) => names.includes(name));
  }

  first(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  /** Trimmed text of the first element with one of these names; `''` if there is none. */
  value(...names: string[]): string {
    return (
      this.children.find(({ name, text }) => names.includes(name) && text.trim() !== '')?.text.trim() ?? ''
    );
  }

  /** Non-empty texts of all elements with one of these names. */
  values(...names: string[]): string[] {
    return this.all(...names)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
  }

  /** Elements at the end of a path of names. */
  at(...names: string[]): XmlElement[] {
    let found: XmlElement[] = [this];
    for (const name of names) found = found.flatMap((element) => element.all(name));
    return found;
  }

  /** Descendants with this name, in document order. */
  deep(name: string): XmlElement[] {
    return this.children.flatMap((child) =>
      child.name === name ? [child, ...child.deep(name)] : child.deep(name),
    );
  }

  /** Non-empty texts of descendants with this name. */
  deepValues(name: string): string[] {
    return this.deep(name)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
  }

  attribute(name: string): string {
    return this.attributes.get(name)?.trim() ?? '';
  }
}

export type XmlReading = FileReading & {
  /** Names of the elements to yield as records. */
  records: ReadonlySet<string>;
  /** Allowed names of the root element. */
  root: ReadonlySet<string>;
  /** Called with the root when it opens: its attributes contain the date of the file. */
  onRoot?: (root: XmlElement) => void;
};

/** A record and its number, starting at 1. */
export interface XmlRecord {
  element: XmlElement;
  number: number;
}

/**
 * Reads the records of an XML file in batches, keeping at most one in memory. A record over the limit is rejected.
 * @throws RefusedSource as `readText` does, and for a DOCTYPE, a wrong root, damage, or exceeded limits on depth, text or attributes
 */
export async function* readXml(reading: XmlReading): AsyncGenerator<XmlRecord[]> {
  const cutter = new RecordCutter(reading);
  for await (const text of readText(reading, encodingOf)) {
    cutter.write(text);
    const records = cutter.take();
    if (records.length > 0) yield records;
  }
  cutter.close();
  yield cutter.take();
}

const encodings = new Set(['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii']);

/** The encoding named by an XML declaration, from a short list. */
function encodingOf(start: Buffer): string {
  const declaration = /^\s*<\?xml[^>]*encoding=["']([^"']*)["']/iu.exec(
    start.subarray(0, 200).toString('latin1'),
  );
  const name = (declaration?.[1] ?? 'utf-8').toLowerCase();
  if (!encodings.has(name)) throw new RefusedSource(`encoding ${name} is not read`);
  return name;
}

class RecordCutter {
  readonly #reading: XmlReading;
  readonly #parser = new SaxesParser({ position: false });
  readonly #open: XmlElement[] = [];
  #done: XmlRecord[] = [];
  #depth = 0;
  #number = 0;
  /** Size of the current record in units; `NaN` between records. */
  #size = NaN;
  /** Units since the last tag; detects text that never ends. */
  #pending = 0;

  constructor(reading: XmlReading) {
    this.#reading = reading;
    this.#parser.on('doctype', () => this.#refuse('has a DOCTYPE'));
    this.#parser.on('error', (error) => this.#refuse(`is damaged: ${error.message.slice(0, 200)}`));
    this.#parser.on('opentagstart', () => void (this.#pending = 0));
    this.#parser.on('opentag', (tag) => this.#opened(tag.name, tag.attributes as Record<string, string>));
    this.#parser.on('closetag', () => this.#closed());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
  }

  write(text: string): void {
    // Small pieces limit what the parser buffers before it can be stopped.
    for (let at = 0; at < text.length; at += 65_536) {
      const piece = text.slice(at, at + 65_536);
      this.#pending += piece.length;
      if (this.#pending > this.#reading.limits.text + 131_072) this.#refuse('has a text that is too long');
      try {
        this.#parser.write(piece);
      } catch (error) {
        if (error instanceof RefusedSource) throw error;
        this.#refuse(`is damaged: ${(error as Error).message.slice(0, 200)}`);
      }
    }
  }

  close(): void {
    this.#parser.close();
  }

  take(): XmlRecord[] {
    const records = this.#done;
    this.#done = [];
    return records;
  }

  #opened(tagName: string, given: Record<string, string>): void {
    const { limits, records, root } = this.#reading;
    this.#pending = 0;
    this.#depth += 1;
    if (this.#depth > limits.depth) this.#refuse(`is nested deeper than ${limits.depth}`);
    const name = tagName.slice(tagName.indexOf(':') + 1);
    const attributes = new Map<string, string>();
    for (const [key, value] of Object.entries(given)) {
      if (value.length > limits.attribute) this.#refuse('has an attribute that is too long');
      attributes.set(key.slice(key.indexOf(':') + 1), value);
    }
    const element = new XmlElement(name, attributes);
    if (this.#depth === 1) {
      if (!root.has(name)) this.#refuse(`is another format: its root is ${name.slice(0, 50)}`);
      this.#reading.onRoot?.(element);
    }
    const parent = this.#open.at(-1);
    if (parent === undefined && !records.has(name)) return;
    if (parent === undefined) {
      this.#number += 1;
      this.#size = 0;
    }
    // An element needs memory even without text.
    this.#size += 100;
    // A record over the limit is read to its end but not kept.
    if (this.#size <= limits.record) parent?.children.push(element);
    this.#open.push(element);
  }

  #closed(): void {
    this.#pending = 0;
    this.#depth -= 1;
    const element = this.#open.pop();
    if (element === undefined || this.#open.length > 0) return;
    const { limits, log, file } = this.#reading;
    if (this.#size > limits.record)
      log.reject(
        `${path.basename(file)}:record ${this.#number}`,
        `the record is larger than ${limits.record}`,
      );
    else this.#done.push({ element, number: this.#number });
    this.#size = NaN;
  }

  #text(text: string): void {
    this.#pending = 0;
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#size += text.length;
    if (this.#size > this.#reading.limits.record) return;
    element.text += text;
    if (element.text.length > this.#reading.limits.text) this.#refuse('has a text that is too long');
  }

  #refuse(reason: string): never {
    throw new RefusedSource(`${path.basename(this.#reading.file)} ${reason}`);
  }
}
