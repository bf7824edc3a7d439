/** What comes next: a board that fits, or a new one made on demand; and what a guest is called. */
export const stream = {
  next_title: 'Your next board',
  next_text: 'A board near your level that you have not solved yet.',
  next_choose: 'Choose what comes next',
  next_kind: 'Kind',
  next_difficulty: 'Difficulty',
  next_any_difficulty: 'My level',
  next_other: 'A different one',
  next_none: 'You have solved all boards of this kind',
  next_none_text: 'Choose another kind, or have a new board made.',
  next_rating: 'Your rating: {rating} ± {deviation}',
  another: 'Another one',
  another_new: 'Make a new board',
  another_text: 'The generator makes a board for you and proves its par. Wins on it are not ranked.',
  another_making: 'Making a board',
  another_none: 'No such board was found in time',
  another_none_text: 'Try again, or choose another difficulty.',
};
