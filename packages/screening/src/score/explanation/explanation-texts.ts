import type { EvidenceField } from '../../model/explanation.ts';
import type { NameKind } from '../../model/screening-types.ts';

/**
 * All texts of a summary in one language. `{subject}` and `{listed}` are the values of a row, `{names}` is the subject of the clause
 * about names, `{differences}` and `{values}` are lists. To add a language, add another table of this type.
 */
export interface ExplanationTexts {
  /** What is compared, by the kind of the listed name. */
  names: Readonly<Record<NameKind, string>>;
  same: string;
  sameText: string;
  nothing: string;
  exceptFor: string;
  inPart: string;
  /** Differences between names, as nouns; relations without a text are left out of the summary. */
  differences: Readonly<Record<string, string>>;
  /** Clauses by field and relation. `unknown` if neither side has a value, otherwise the side without one. */
  facts: Readonly<Record<EvidenceField, Readonly<Record<string, string>>>>;
  /** Information that would settle the hit, as nouns. */
  settling: Readonly<Record<'birthDate' | 'fullBirthDate' | 'identifier' | 'country' | 'gender', string>>;
  settles: string;
  helps: string;
  settlesNothing: string;
  quoted: string;
  /** Separators between the last two items of a list, and between the others. */
  or: string;
  and: string;
  comma: string;
  /** Labels of relations in rows; a relation without a text is shown by its code. */
  relations: Readonly<Record<string, string>>;
}

export const english: ExplanationTexts = {
  names: {
    primary: 'the names',
    alias: 'the name and an alias',
    former: 'the name and a former name',
    weak: 'the name and a weak alias',
  },
  same: '{names} are the same',
  sameText: '{names} are written alike',
  nothing: '{names} have nothing in common',
  exceptFor: '{names} agree except for {differences}',
  inPart: '{names} agree in part only: there are {differences}',
  differences: {
    one_letter: 'one letter ({subject}, {listed})',
    several_letters: 'some letters ({subject}, {listed})',
    sound: 'words that sound alike ({subject}, {listed})',
    nickname: 'two forms of a name ({subject}, {listed})',
    synonym: 'two words of one meaning ({subject}, {listed})',
    other_ending: 'two endings of a name ({subject}, {listed})',
    other_spelling: 'two spellings of a name ({subject}, {listed})',
    other_script: 'two scripts ({subject}, {listed})',
    reading: 'a reading of characters ({subject}, {listed})',
    initial: 'an initial ({subject}, {listed})',
    written_together: 'words written together ({subject}, {listed})',
    acronym: 'an abbreviation ({subject}, {listed})',
    only_in_subject: 'a word that the listed name lacks ({subject})',
    only_in_listed: 'a word that only the listed name has ({listed})',
    contradicts: 'different words ({subject}, {listed})',
    numbers_differ: 'different numbers',
    trades_differ: 'different trades',
    places_differ: 'different places',
    role_conflict: 'a given name that is the family name of the other',
    order_of_words: 'another order of words',
    legal_form_missing: 'a legal form that one of them lacks',
    legal_form_different: 'different legal forms',
    initials_differ: 'different initials',
    child_and_parent_swapped: 'child and parent the other way round',
    a_name_behind_abu: 'a name that the other has behind Abu',
    a_given_name_behind_the_article:
      'the name of a family that has the article before the given name of the other',
    the_name_of_a_forebear: 'the name of a forebear of the other',
    two_common_words_one_in_another_language:
      'no more than two common words in common, one of them in another language',
    two_common_words_agree: 'no more than two common words in common',
    alike_in_another_script_no_more: 'words that are merely alike in another script',
  },
  facts: {
    name: {},
    birthDate: {
      same_date: 'the birth date agrees',
      day_and_month_swapped: 'day and month of birth are swapped ({subject}, {listed})',
      same_year: 'the year of birth agrees',
      within_range: 'the birth date fits the listed one ({listed})',
      year_differs_by_one: 'the years of birth differ by one ({subject}, {listed})',
      one_digit_differs: 'the birth dates differ by one digit of the year ({subject}, {listed})',
      other_day: 'the year of birth agrees and the day does not ({subject}, {listed})',
      other_month: 'the year of birth agrees and the month does not ({subject}, {listed})',
      different: 'the birth dates differ ({subject}, {listed})',
      unknown: 'the birth date is unknown',
      unknown_subject: 'no birth date was given',
      unknown_listed: 'the list has no birth date',
      not_comparable: 'the birth dates cannot be compared ({subject}, {listed})',
    },
    country: {
      shared: 'a country is shared',
      different: 'no country is shared ({subject}; {listed})',
      unknown: 'the country is unknown',
      unknown_subject: 'no country was given',
      unknown_listed: 'the list has no country',
    },
    gender: { same: 'the gender agrees', different: 'the genders differ' },
    identifier: {
      same: 'an identifier agrees ({listed})',
      other_of_same_kind: 'an identifier of the same kind differs ({subject}; {listed})',
    },
    rule: { kept_by_rule: 'it remains a hit because a sanctioned entity has exactly this name' },
  },
  settling: {
    birthDate: 'a birth date',
    fullBirthDate: 'a full birth date',
    identifier: 'the number of an identity document or registration',
    country: 'a country',
    gender: 'the gender',
  },
  settles: '{values} would settle it',
  helps: '{values} would help',
  settlesNothing: 'the list has nothing more that would settle it',
  quoted: '“{word}”',
  or: ' or ',
  and: ' and ',
  comma: ', ',
  // The codes are in English already.
  relations: {},
};
